void clear(double *first, double *last)
{
    #pragma omp target teams distribute parallel for map(from: first[0:last - first])
    for (double *p = first; p < last; p++)
        *p = 0;
}
