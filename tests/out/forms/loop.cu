// Device code of loop.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// loop.c:3: target teams loop map(tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
negate_1(int *a, long n)
{
    for (long i : romp::league_for(romp::below<long>(0, n)))
        a[i] = -a[i];
}
