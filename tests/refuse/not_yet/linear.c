// expect: R6011 at 5, "does not change"
void f(int n, int *a)
{
    int k = 0;
    #pragma omp target parallel for linear(k: 2) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = k;
}
