// expect: R6001 at 5
int f(int n, const int *a)
{
    int sums[400] = {0};
    #pragma omp target teams distribute parallel for reduction(+: sums) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        sums[i % 400] += a[i];
    return sums[0];
}
