// expect: R2004 at 7
void f(int *a)
{
    #pragma omp target parallel map(tofrom: a[0:2])
    #pragma omp single
    {
        #pragma omp barrier
        a[1] = 1;
    }
}
