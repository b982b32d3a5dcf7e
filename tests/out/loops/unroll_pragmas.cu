// Device code of unroll_pragmas.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

static __device__ float power(float x, int n)
{
    float all = 1;
    #pragma unroll 2
    while (n-- > 0)
        all *= x;
    return all;
}

// unroll_pragmas.c:21: target teams distribute parallel for map(to: a[0:n * m]) map(from: b[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
smooth_1(const float *a, float *b, int n, int m, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n)) {
        float sum = 0;
        #pragma unroll
        for (int k = 0; k < 3; k++)
            sum += power(a[i * m + k], k);
        #pragma unroll 4
        for (int k = 3; k < m; k++)
            sum += a[i * m + k];
        #pragma unroll 8
        for (int k = 0; k < m; k++)
            sum *= 1 + a[i * m + k];
        if (sum > 1)
            #pragma unroll 1
            for (int k = 0; k < m; k++)
                sum /= 2;
        else
            sum += 1;
        int left = m;
        #pragma unroll 1
        do {
            sum -= left;
        } while (--left > 0);
        b[i] = sum;
    }
}

// unroll_pragmas.c:49: target teams distribute parallel for map(to: a[0:n * m]) map(from: b[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
rows_1(const float *a, float *b, int n, int m, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n)) {
        float sum = 0;
        #pragma unroll 4
        for (int k = 0; k < m; k++)
            sum += a[i * m + k];
        b[i] = sum;
    }
}
