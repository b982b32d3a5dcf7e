// expect: R3003 at 5
int f(int n, int *a)
{
    int last = 0;
    #pragma omp target parallel for default(none) map(from: a[0:n]) shared(a) firstprivate(n)
    for (int i = 0; i < n; i++) {
        a[i] = i;
        if (i == n - 1)
            last = i;
    }
    return last;
}
