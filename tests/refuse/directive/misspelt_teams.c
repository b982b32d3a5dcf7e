// expect: R2001|R2002 at 4, "teams"
void f(int n, int *a)
{
    #pragma omp target team distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
