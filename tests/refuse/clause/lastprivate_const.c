// expect: R3001 at 5
int f(int n, int *a)
{
    const int last = 0;
    #pragma omp target parallel for lastprivate(last) map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = last;
    return last;
}
