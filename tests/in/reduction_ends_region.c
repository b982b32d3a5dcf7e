/* The last construct of a parallel region ends with a barrier of its own: one barrier orders what both must. */
void normalise(int n, double *x, int *count, double *f)
{
    #pragma omp target map(tofrom: x[0:n], count[0:16], f[0:1])
    {
        int total = 0;
        #pragma omp parallel
        {
            #pragma omp for
            for (int i = 0; i < n; i++)
                x[i] *= 2;
            #pragma omp for reduction(+: total)
            for (int b = 0; b < 16; b++)
                total += count[b];
        }
        f[0] = total == n;
    }
}
