// expect: R2002 at 4, "firstprivate"
void f(int n, int *a, int k)
{
    #pragma omp target teams distribute parallel for firstprivat(k) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = k;
}
