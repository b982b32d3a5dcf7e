void negate(long n, int *a)
{
    #pragma omp target teams loop map(tofrom: a[0:n])
    for (long i = 0; i < n; i++)
        a[i] = -a[i];
}
