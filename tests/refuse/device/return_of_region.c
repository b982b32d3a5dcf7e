// expect: R2006 at 6
static int f(int x)
{
    #pragma omp parallel
    {
        if (x == 3) return 1;
    }
    return x;
}
int g(void)
{
    int r;
    #pragma omp target map(from: r)
    r = f(3);
    return r;
}
