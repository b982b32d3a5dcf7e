// expect: R6001 at 6
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i * n + j] = j;
}
