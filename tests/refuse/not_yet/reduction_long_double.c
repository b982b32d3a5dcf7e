// expect: R6022 at 5
double f(int n, const double *a)
{
    long double sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
