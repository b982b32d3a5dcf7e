// expect: R3003 at 7
int f(int n, int *a)
{
    int s = 0, t = 0;
    #pragma omp target parallel for private(t) allocate(t) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) { t = i; a[i] = t; }
    #pragma omp target allocate(t, s) private(t) map(tofrom: s)
    s = t = 1;
    return s;
}
