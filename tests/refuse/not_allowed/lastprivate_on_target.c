// expect: R2003 at 4
void f(int n, int *a, int k)
{
    #pragma omp target lastprivate(k) map(tofrom: a[0:n])
    a[0] = k = n;
}
