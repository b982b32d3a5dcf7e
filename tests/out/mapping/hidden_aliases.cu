// Device code of hidden_aliases.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// hidden_aliases.c:13: target teams distribute parallel for map(tofrom: a) map(to: q[0:100])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
both_1(double *a, const double *q)
{
    for (int i : romp::league_for(0, 100))
        a[i] = q[99 - i];
}
