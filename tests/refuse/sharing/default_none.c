// expect: R3003 at 5
void f(int n, int *a)
{
    int k = 4;
    #pragma omp target parallel for default(none) map(tofrom: a[0:n]) shared(a) firstprivate(n)
    for (int i = 0; i < n; i++)
        a[i] = k;
}
