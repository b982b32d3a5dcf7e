// Device code of pointer.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// pointer.c:3: target teams distribute parallel for map(from: first[0:last - first])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
clear_1(double *first, const double *last)
{
    for (double *p : romp::league_for(first, last))
        *p = 0;
}
