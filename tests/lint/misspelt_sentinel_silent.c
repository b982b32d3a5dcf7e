// silent
#pragma ompx parallel
#pragma mp
#pragma xmp loop on t(i)
#pragma xmp barrier
#pragma opm_of_ours parallel
void scale(int n, double *y)
{
    #pragma omp target map(y[0:n])
    #pragma omp teams distribute parallel for
    for (int i = 0; i < n; i++)
        y[i] *= 2;
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        y[i] *= 2;
    // romp2cuda: allow(misspelt-sentinel)
    #pragma opm parallel for
    for (int i = 0; i < n; i++)
        y[i] *= 2;
}
