// unchanged
/* Variables that the host assigns: a directive alone would leave devices with their first values. */
int acc;
static double table[4];

static double g(int x)
{
    return x + acc + table[x];
}

void run(double *r)
{
    acc = 5;
    table[1] = acc;
    #pragma omp target map(tofrom: r[0:1])
    r[0] = g(1);
}
