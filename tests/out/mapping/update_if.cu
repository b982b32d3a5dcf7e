// Device code of update_if.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// update_if.c:4: target if(target: wanted) device(device) map(tofrom: a[0:n])
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
refresh_1(double *a, int wanted, int device, int n)
{
    a[0] = 1;
}
