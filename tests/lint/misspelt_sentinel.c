void scale(int n, double *y)
{
    #pragma omp target map(y[0:n])
    #pragma opm teams distribute parallel for
    for (int i = 0; i < n; i++)
        y[i] *= 2;
}

#define THREADS _Pragma("OMP parallel for")
void host(int n, double *y)
{
    THREADS
    for (int i = 0; i < n; i++)
        y[i] += 1;
}
