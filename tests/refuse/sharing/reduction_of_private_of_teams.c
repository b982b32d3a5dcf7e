// expect: R3003 at 5
void f(int n, int *a, int sum)
{
    #pragma omp target teams map(to: a[0:n]) firstprivate(sum)
    #pragma omp loop bind(teams) reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
}
