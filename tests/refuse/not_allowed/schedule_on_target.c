// expect: R2003 at 4
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n]) schedule(static)
    a[0] = n;
}
