// expect: R3003 at 8
int f(int n, int *a)
{
    int s = 5;
    #pragma omp target parallel for firstprivate(s) lastprivate(s) map(tofrom: a[0:n], s)
    for (int i = 0; i < n; i++) { a[i] = s; s = i; }
    #pragma omp target teams distribute parallel for \
        firstprivate(s) lastprivate(s) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) { a[i] = s; s = i; }
    return s;
}
