// expect: R3001 at 5
int f(int n, const int *a)
{
    const int sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        (void)a[i];
    return sum;
}
