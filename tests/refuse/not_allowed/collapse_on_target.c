// expect: R2003 at 4
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n]) collapse(2)
    for (int i = 0; i < n; i++)
        a[i] = n;
}
