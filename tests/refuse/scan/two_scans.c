// expect: R2006 at 9
void f(int n, const int *a, int *b, int s)
{
    #pragma omp target parallel for reduction(inscan, +: s) map(to: a[0:n]) map(from: b[0:n])
    for (int i = 0; i < n; i++) {
        s += a[i];
        #pragma omp scan inclusive(s)
        b[i] = s;
        #pragma omp scan inclusive(s)
        b[i] += s;
    }
}
