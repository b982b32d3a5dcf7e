// Device code of distribute.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// distribute.c:3: target teams distribute map(tofrom: a[0:n][0:m])
// SPMD, 128 or 256 threads a team
// each thread stands for a team: the loop cannot observe the difference
extern "C" __global__ void __launch_bounds__(256)
rows_1(double *a, int m, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n))
        for (int j = 1; j < m; j++)
            a[(long)i * m + j] += a[(long)i * m + (j - 1)];
}
