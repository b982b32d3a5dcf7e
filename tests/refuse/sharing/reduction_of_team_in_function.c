// expect: R3003 at 6
#pragma omp declare target
static int total(int n, const int *a)
{
    int sum = 0;
    #pragma omp loop bind(teams) reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
#pragma omp end declare target

void f(int n, int *a)
{
    #pragma omp target teams map(tofrom: a[0:n])
    {
        int sum = total(n, a);
        if (sum)
            a[0] = 0;
    }
}
