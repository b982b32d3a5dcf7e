// expect: R6011 at 7
int f(int n, int *a)
{
    int x = 0;
    #pragma omp target parallel for lastprivate(conditional: x) map(tofrom: a[0:n], x)
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        x += a[i];
    }
    return x;
}
