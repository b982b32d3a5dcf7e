#include "romp/device.cuh"

extern "C" __global__ void __launch_bounds__(256)
saxpy_1(int n, float a, const float *x, float *y)
{
    for (int i : romp::league_for(0, n))
        y[i] += a * x[i];
}
