// expect: R2004 at 7
void f(int n, int *a)
{
    #pragma omp target parallel map(tofrom: a[0:n])
    #pragma omp single
    {
        #pragma omp loop bind(parallel)
        for (int i = 0; i < n; i++)
            a[i] = i;
    }
}
