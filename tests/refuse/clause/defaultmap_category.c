// expect: R2002 at 4
void f(int n, int *a)
{
    #pragma omp target defaultmap(tofrom: scalars) map(tofrom: a[0:n])
    a[0] = n;
}
