// Device code of from_macro.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// from_macro.c:8: target teams distribute parallel for map(tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
both_1(int *a, int n)
{
    for (int i : romp::league_for(0, n))
        a[i] = i;
}

// from_macro.c:10: target teams distribute parallel for map(tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
both_2(int *a, int n)
{
    for (int k : romp::league_for(0, n))
        a[k] = -k;
}
