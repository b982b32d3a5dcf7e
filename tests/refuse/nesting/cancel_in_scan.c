// expect: R2004 at 9
int f(int n, int *a)
{
    int s = 0;
    #pragma omp target parallel for reduction(inscan, +: s) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        s += a[i];
        #pragma omp scan inclusive(s)
        #pragma omp cancel for if (a[i] < 0)
        a[i] = s;
    }
    return s;
}
