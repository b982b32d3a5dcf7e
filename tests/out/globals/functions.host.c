#include "romp.h"
#include <math.h>

/* declare target */
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
/* end declare target */

static double shaped(double x)
{
    return sqrt(fabs(polynomial(x))) + bias;
}

void evaluate(int n, double *a)
{
    /* target teams distribute parallel for map(tofrom: a[0:n]) */
    ROMP_TARGET("functions.c:24", evaluate_1,
        romp_block(128), romp_iterations(n), romp_tofrom(a, 0, n), romp_value(n), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        a[i] = shaped(a[i]);
}
ROMP_DECLARE_TARGET(coefficients)
ROMP_DECLARE_TARGET(bias)
