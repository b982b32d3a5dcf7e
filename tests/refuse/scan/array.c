// expect: R6023 at 5
void f(int n, const int *a, int *b)
{
    int s[2] = {0, 0};
    #pragma omp target parallel for reduction(inscan, +: s) map(to: a[0:n]) map(from: b[0:n])
    for (int i = 0; i < n; i++) {
        s[0] += a[i];
        #pragma omp scan inclusive(s)
        b[i] = s[0];
    }
}
