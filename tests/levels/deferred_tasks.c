// Tasks of a parallel region: what they copy and what they share.
void f(int n, int *x)
{
    #pragma omp target parallel map(tofrom: x[0:n]) num_threads(32)
    {
        #pragma omp single
        for (int i = 0; i < n; i++) {
            #pragma omp task firstprivate(i)
            x[i] = i;
        }
        #pragma omp taskwait
    }
}
