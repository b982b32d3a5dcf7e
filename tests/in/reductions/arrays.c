/* A histogram of few bins: a copy a thread. */
void histogram(const unsigned char *x, long n, long bins[8])
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) reduction(+: bins[0:8])
    for (long i = 0; i < n; i++)
        bins[x[i] >> 5]++;
}

/* Part of an array. */
void part(const int *x, int n, double *a)
{
    #pragma omp target parallel for num_threads(64) map(to: x[0:n]) map(tofrom: a[0:100]) reduction(max: a[40:4])
    for (int i = 0; i < n; i++)
        if (x[i] > a[40 + i % 4])
            a[40 + i % 4] = x[i];
}
