// expect: R6025 at 7
int f(int n, int *a)
{
    int x = 0;
    #pragma omp target parallel for lastprivate(conditional: x) map(tofrom: a[0:n], x)
    for (int i = 0; i < n; i++) {
        #pragma omp cancel for if (a[i] < 0)
        x = i;
    }
    return x;
}
