// expect: R2003 at 4
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for collapse(1) collapse(1) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = n;
}
