// expect: R2003|R3003 at 5
void f(int n, int *a)
{
    int t;
    #pragma omp target teams distribute parallel for private(t) firstprivate(t) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        t = i;
        a[i] = t;
    }
}
