// expect: R2004 at 16
static void add(int n, int *a)
{
    #pragma omp for
    for (int i = 0; i < n; i++)
        a[i]++;
}
static void later(int n, int *a)
{
    if (n > 3)
        add(n, a);
}
void f(int n, int *a)
{
    #pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) add(n, a);
    #pragma omp target parallel map(tofrom: a[0:n])
    {
        #pragma omp task
        add(n, a);
        #pragma omp masked
        later(n, a);
    }
}
