/* What differs between architectures is said for each: 1800 threads fill an SM of sm_75 and sm_86, but not one of sm_90. */
void some(double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:1800])
    for (int i = 0; i < 1800; i++)
        x[i] += 1;
    #pragma omp target teams distribute parallel for map(tofrom: x[0:100])
    for (int i = 0; i < 100; i++)
        x[i] += 1;
}
