// Device code of long_signature.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// Parameters of device functions stand on lines of their own where one line would be long.
static __device__ double weighted(
    const double *values,
    const double *weights,
    int first,
    int count,
    double scale,
    double offset)
{
    double sum = offset;
    for (int i = first; i < first + count; i++)
        sum += values[i] * weights[i - first] * scale;
    return sum;
}

// long_signature.c:12: target teams distribute parallel for map(to: values[0:n + 8], weights[0:8]) map(from: results[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
smooth_1(
    const double *values,
    const double *weights,
    double *results,
    int n,
    romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n))
        results[i] = weighted(values, weights, i, 8, 0.125, 1);
}
