// expect: R6021 at 5
void f(int n, int *a)
{
    int j;
    #pragma omp target parallel for collapse(2) lastprivate(j) map(a[0:n])
    for (int i = 0; i < n; i++)
        for (j = i; j < n; j++)
            a[j] = i;
}
