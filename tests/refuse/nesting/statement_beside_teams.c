// expect: R2004 at 7
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        a[0] = 1;
        #pragma omp teams distribute parallel for
        for (int i = 1; i < n; i++)
            a[i] = i;
    }
}
