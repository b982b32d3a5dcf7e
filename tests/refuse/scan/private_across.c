// expect: R2006 at 8
void f(int n, const int *a, int *b, int s, int t)
{
    #pragma omp target parallel for reduction(inscan, +: s) private(t) map(to: a[0:n]) map(from: b[0:n])
    for (int i = 0; i < n; i++) {
        t = 2 * a[i];
        s += t;
        #pragma omp scan inclusive(s)
        b[i] = s - t;
    }
}
