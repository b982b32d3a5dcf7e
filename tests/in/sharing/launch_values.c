/* Values that only say how many threads execute a region: the master needs them, the region's threads do not. */
#pragma omp declare target
void grow(double *a, int n, int threads, int small)
{
    #pragma omp parallel for num_threads(threads) if(n > small)
    for (int i = 0; i < n; i++)
        a[i] += 1;
    #pragma omp parallel num_threads(threads)
    {
        #pragma omp for schedule(static, small)
        for (int i = 0; i < n; i++)
            a[i] += threads;
    }
}
#pragma omp end declare target

void region(double *a, int n)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        int threads = a[0], small = a[1];
        grow(a, n, threads, small);
        #pragma omp parallel for num_threads(threads)
        for (int i = 0; i < n; i++)
            a[i] += small;
    }
}
