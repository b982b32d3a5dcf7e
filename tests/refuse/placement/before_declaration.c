// expect: R2006 at 4
int f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    int x = a[0];
    return x;
}
