// expect: R2003 at 4
void f(int n, const int *a, int *b, int s)
{
    #pragma omp target parallel for reduction(inscan, +: s) schedule(static, 4) map(to: a[0:n]) map(from: b[0:n])
    for (int i = 0; i < n; i++) {
        s += a[i];
        #pragma omp scan inclusive(s)
        b[i] = s;
    }
}
