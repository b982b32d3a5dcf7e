// expect: R6021 at 5
void f(int n, int *a, int *last)
{
    int i;
    #pragma omp target parallel for lastprivate(i) map(tofrom: a[0:n])
    #pragma omp tile sizes(4)
    for (i = 0; i < n; i++)
        a[i] = i;
    *last = i;
}
