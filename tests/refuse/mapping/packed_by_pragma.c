// expect: R4001 at 12
#pragma pack(push, 1)
struct record {
    char kind;
    int value;
};
#pragma pack(pop)

int f(void)
{
    struct record r = {1, 2};
    #pragma omp target map(tofrom: r)
    r.value += r.kind;
    return r.value;
}
