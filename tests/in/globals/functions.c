#include <math.h>

#pragma omp declare target
static const double coefficients[3] = {1.0, 0.5, 0.25};
double bias = 0.125;

/* Horner's rule. */
static double polynomial(double x)
{
    double sum = 0;
    for (int k = 2; k >= 0; k--)
        sum = sum * x + coefficients[k];
    return sum;
}
#pragma omp end declare target

static double shaped(double x)
{
    return sqrt(fabs(polynomial(x))) + bias;
}

void evaluate(int n, double *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = shaped(a[i]);
}
