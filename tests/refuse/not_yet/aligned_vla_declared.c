// expect: R6032 at 8
int f(int n)
{
    int bad = 0;
    #pragma omp target teams map(tofrom: bad)
    #pragma omp parallel reduction(+: bad)
    {
        __attribute__((aligned(64))) double v[n];
        v[0] = n;
        bad += v[0] == n;
    }
    return bad;
}
