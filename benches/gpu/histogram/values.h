/* The data of both sides: value i of a kind. */
static unsigned scrambled(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static unsigned value_of(int kind, unsigned i)
{
    unsigned x = scrambled(i);
    if (kind == 0)
        return x;
    if (kind == 1) {
        unsigned long long product = (unsigned long long)(x & 4095) * (x >> 12 & 4095) * (scrambled(x) & 4095);
        return (unsigned)(product >> 24);
    }
    return 77;
}
