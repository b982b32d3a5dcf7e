// expect: R6032 at 8
int f(int n)
{
    int bad = 0;
    #pragma omp target map(tofrom: bad)
    {
        int v[n];
        #pragma omp allocate(v) align(128)
        for (int i = 0; i < n; i++)
            v[i] = i;
        bad = v[0];
    }
    return bad;
}
