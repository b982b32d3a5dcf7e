// expect: R6001 at 6
void f(int n, int *a)
{
    #pragma omp target parallel map(tofrom: a[0:n])
    {
        #pragma omp sections
        {
            #pragma omp section
            a[0] = n;
            #pragma omp section
            a[1] = n;
        }
    }
}
