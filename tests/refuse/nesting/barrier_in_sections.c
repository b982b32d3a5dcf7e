// expect: R2004 at 7
void f(int *a)
{
    #pragma omp target parallel map(tofrom: a[0:2])
    #pragma omp sections
    {
        #pragma omp barrier
        #pragma omp section
        a[1] = 1;
    }
}
