// expect: R3003 at 5
void f(int n, int *a)
{
    int l = 0;
    #pragma omp target loop lastprivate(l) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = l = i;
}
