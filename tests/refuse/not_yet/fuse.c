// expect: R6010 at 5
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    #pragma omp fuse
    {
        for (int i = 0; i < n; i++)
            a[i] = i;
        for (int i = 0; i < n; i++)
            a[i] += i;
    }
}
