// Device code of functions.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

extern __device__ const double coefficients[3] = {1.0, 0.5, 0.25};
__device__ double bias = 0.125;

/* Horner's rule. */
static __device__ double polynomial(double x)
{
    double sum = 0;
    for (int k = 2; k >= 0; k--)
        sum = sum * x + coefficients[k];
    return sum;
}

static __device__ double shaped(double x)
{
    return sqrt(fabs(polynomial(x))) + bias;
}

// functions.c:24: target teams distribute parallel for map(tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
evaluate_1(double *a, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n))
        a[i] = shaped(a[i]);
}
