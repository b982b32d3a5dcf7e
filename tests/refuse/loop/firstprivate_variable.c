// expect: R3003 at 5
void f(int *a, int n)
{
    int i;
    #pragma omp target parallel for firstprivate(i) map(a[0:n])
    for (i = 0; i < n; i++)
        a[i] = n;
}
