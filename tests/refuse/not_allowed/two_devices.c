// expect: R2003 at 4
void f(int n, int *a)
{
    #pragma omp target device(0) device(1) map(tofrom: a[0:n])
    a[0] = n;
}
