// expect: R2005 at 4
void f(int n, int *a)
{
    #pragma omp target parallel for collapse(2) schedule(static, 4) map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i * n + j] = j;
}
