// expect: R6001 at 7
void f(int n, int *a)
{
    #pragma omp target teams distribute map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++) {
        int base = i * n;
        #pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[base + j] = j;
    }
}
