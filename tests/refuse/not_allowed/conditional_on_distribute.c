// expect: R2003 at 5
int f(int n, int *a)
{
    int x = 0;
    #pragma omp target teams distribute parallel for lastprivate(conditional: x) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        if (a[i])
            x = i;
    return x;
}
