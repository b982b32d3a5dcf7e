// Device code of meaning.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// meaning.c:6: target teams distribute parallel for map(tofrom: f[0:n], k[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
meaning_1(float *f, int *k, int n)
{
    for (int i : romp::league_for(0, n)) {
        f[i] = sqrt((double)f[i]) + fabs((double)f[i]);
        k[i] = abs(k[i]) + sizeof(int) + (k[i] > 0 ? 'b' : '\n');
        void *raw = &k[i];
        int *typed = (int *)raw;
        *typed += i >> 1;
    }
}
