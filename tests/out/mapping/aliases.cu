// Device code of aliases.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// aliases.c:7: target teams distribute parallel for map(tofrom: a) map(to: b)
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
both_1(double *a, const double *b)
{
    for (int i : romp::league_for(0, 100))
        a[i] = b[99 - i];
}
