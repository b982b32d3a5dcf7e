// expect: R2003 at 4
void f(int n, int *a)
{
    #pragma omp target parallel for collapse(99999999999999999999) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
