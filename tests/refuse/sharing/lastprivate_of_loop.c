// expect: R3003 at 5
int f(int n, int *a)
{
    int x = 0;
    #pragma omp target teams loop lastprivate(x) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = x = i;
    return x;
}
