// expect: R6010 at 5
int f(int n, int *a, int *b)
{
    void twice(int *a, int n) {
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++) a[i] *= 2;
    }
    for (int i = 1; i < n; i++) b[i] += b[i - 1];
    twice(a, n);
    return b[0];
}
