// Device code of link.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

__device__ int (*table)[256];

// link.c:6: target teams distribute parallel for map(to: table) map(tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
look_up_1(const int *table, unsigned char *a, int n)
{
    for (int i : romp::league_for(0, n))
        a[i] = (unsigned char)table[a[i]];
}
