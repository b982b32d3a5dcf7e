// Device code of saxpy.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// saxpy.c:4: target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
saxpy_1(const float *x, float *y, int n, float a)
{
    for (int i : romp::league_for(0, n))
        y[i] += a * x[i];  // fused where the hardware can
}
