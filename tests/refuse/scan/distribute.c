// expect: R2003 at 5
void f(int n, const int *a, int *b, int s)
{
    #pragma omp target teams map(to: a[0:n]) map(from: b[0:n])
    #pragma omp distribute parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += a[i];
        #pragma omp scan inclusive(s)
        b[i] = s;
    }
}
