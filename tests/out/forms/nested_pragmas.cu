// Device code of nested_pragmas.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// nested_pragmas.c:3: target map(from: a[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
fill_1(int *a, int n)
{
    for (int i : romp::league_for(0, n))
        a[i] = i;
}
