// expect: R2004 at 6
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        #pragma omp target
        a[0] = n;
    }
}
