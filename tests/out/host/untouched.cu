// Device code of untouched.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define SQUARE(x) ((x) * (x))  /* a tab before this comment */

// untouched.c:18: target teams distribute parallel for
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
main_1(int *a)
{
    for (int i : romp::league_for(0, 8))
        a[i] += SQUARE(i);
}
