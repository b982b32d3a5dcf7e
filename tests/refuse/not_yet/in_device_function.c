// expect: R6001 at 5
#pragma omp declare target
static void bump(int *a)
{
    #pragma omp task
    a[0] += 1;
}
#pragma omp end declare target
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        bump(a);
}
