// expect: R2005 at 6
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        for (int j = i * i; j < n; j++)
            a[j] = i;
}
