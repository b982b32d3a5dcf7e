// Device code of device_pointers.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// device_pointers.c:3: target teams distribute parallel for is_device_ptr(device_memory)
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
add_1(int *device_memory, int n, const int *also)
{
    for (int i : romp::league_for(0, n))
        device_memory[i] += also[i];
}
