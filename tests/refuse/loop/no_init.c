// expect: R2005 at 6
void f(int n, int *a)
{
    int i = 0;
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (; i < n; i++)
        a[i] = i;
}
