// Device code of simd.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// simd.c:3: target parallel for simd map(from: a[0:n]) map(to: b[0:n]) simdlen(8)
// SPMD, 128 or 256 threads a team
// spread over several blocks: the loop cannot observe which threads are one team
extern "C" __global__ void __launch_bounds__(256)
scale_1(float *__restrict__ a, const float *__restrict__ b, int n)
{
    for (int i : romp::league_for(0, n))
        a[i] = 2 * b[i];
}

// simd.c:7: target simd map(tofrom: a[0:n])
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
scale_2(float *__restrict__ a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
