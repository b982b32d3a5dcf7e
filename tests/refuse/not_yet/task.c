// expect: R6001 at 6
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        #pragma omp task
        a[0] = n;
    }
}
