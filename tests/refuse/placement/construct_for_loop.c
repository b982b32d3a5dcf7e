// expect: R2005 at 5
void f(int n, int *a)
{
    #pragma omp parallel for
    #pragma omp target teams map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] = i;
}
