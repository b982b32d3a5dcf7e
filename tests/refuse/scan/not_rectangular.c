// expect: R6023 at 6
void f(int n, const int *a, int *b, int s)
{
    #pragma omp target parallel for collapse(2) reduction(inscan, +: s) map(to: a[0:n]) map(from: b[0:n])
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            s += a[j];
            #pragma omp scan inclusive(s)
            b[j] = s;
        }
}
