// expect: R3001 at 5
int f(int n)
{
    register int r = 3;
    #pragma omp target map(tofrom: r)
    r = n;
    return r;
}
