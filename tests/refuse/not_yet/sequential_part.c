// expect: R6001 at 7
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        a[0] = 1;
        #pragma omp parallel for
        for (int i = 1; i < n; i++)
            a[i] = a[0];
    }
}
