// expect: R3003|R2003 at 5
void f(int n, int *a)
{
    int k = 0;
    #pragma omp target parallel for shared(k) private(k) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = k;
}
