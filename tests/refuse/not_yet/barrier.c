// expect: R6001 at 7
void f(int n, int *a)
{
    #pragma omp target parallel map(tofrom: a[0:n]) num_threads(8)
    {
        a[0] = n;
        #pragma omp barrier
        a[1] = a[0];
    }
}
