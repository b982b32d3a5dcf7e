// expect: R6001 at 5
#pragma omp declare target
void sum(int n, const int *a, int *sums)
{
    #pragma omp for reduction(+: sums[0:n])
    for (int i = 0; i < n; i++)
        sums[i] += a[i];
}
#pragma omp end declare target

void f(int n, const int *a, int *sums)
{
    #pragma omp target parallel map(to: a[0:n]) map(tofrom: sums[0:n])
    sum(n, a, sums);
}
