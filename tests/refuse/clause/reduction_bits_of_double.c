// expect: R3001 at 5
double f(int n, const double *a)
{
    double bits = 0;
    #pragma omp target teams distribute parallel for reduction(|: bits) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        bits += a[i];
    return bits;
}
