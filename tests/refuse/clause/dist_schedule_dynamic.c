// expect: R2002 at 4
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for dist_schedule(dynamic) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
