// expect: R4003 at 12
union value {
    int number;
    struct { unsigned low: 3, high: 5; };
};

int f(void)
{
    int r;
    #pragma omp target map(from: r)
    {
        union value v = { .high = 5 };
        r = v.high;
    }
    return r;
}
