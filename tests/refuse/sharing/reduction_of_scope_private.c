// expect: R3003 at 8
int f(int n)
{
    int s = 0;
    #pragma omp target parallel map(tofrom: s)
    #pragma omp scope private(s)
    {
        #pragma omp for reduction(+: s)
        for (int i = 0; i < n; i++)
            s += i;
    }
    return s;
}
