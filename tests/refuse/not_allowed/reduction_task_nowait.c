// expect: R2003 at 6
int f(int n, int *a)
{
    int x = 0;
    #pragma omp target parallel map(tofrom: a[0:n], x)
    #pragma omp for reduction(task, +: x) nowait
    for (int i = 0; i < n; i++)
        x += a[i];
    return x;
}
