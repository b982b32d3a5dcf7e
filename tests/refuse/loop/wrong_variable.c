// expect: R2005 at 6
void f(int n, int *a)
{
    int k = 0;
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; k++)
        a[i] = k;
}
