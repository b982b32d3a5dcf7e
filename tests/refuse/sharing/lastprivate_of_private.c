// expect: R3003 at 6
void f(int n, int *a)
{
    int x = 0;
    #pragma omp target parallel private(x) map(tofrom: a[0:n])
    #pragma omp for lastprivate(x)
    for (int i = 0; i < n; i++)
        a[i] = x = i;
}
