// expect: R3001 at 6
#include <complex.h>
double complex f(int n, double complex *a)
{
    double complex least = 0;
    #pragma omp target teams distribute parallel for reduction(min: least) map(a[0:n])
    for (int i = 0; i < n; i++)
        least = creal(a[i]) < creal(least) ? a[i] : least;
    return least;
}
