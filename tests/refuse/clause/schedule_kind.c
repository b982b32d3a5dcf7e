// expect: R2002 at 4, "static"
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for schedule(statik) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
