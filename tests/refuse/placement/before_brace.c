// expect: R2006 at 5
void f(int n, int *a)
{
    a[0] = n;
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
}
