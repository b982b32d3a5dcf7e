// expect: R3001 at 4
int f(int n, int *a, int weight)
{
    #pragma omp declare reduction(weigh: int: omp_out += weight * omp_in)
    int sum = 0;
    #pragma omp target parallel for reduction(weigh: sum) map(a[0:n])
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
