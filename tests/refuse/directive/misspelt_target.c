// expect: R2001 at 4, "target"
void f(int n, int *a)
{
    #pragma omp taget teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
