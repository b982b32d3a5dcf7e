// expect: R6001 at 4
void f(int n, int m, const int *a, int *sums)
{
    #pragma omp target teams distribute parallel for reduction(+: sums[0:m]) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        sums[i % m] += a[i];
}
