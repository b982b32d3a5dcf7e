// Device code of vla.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// vla.c:3: target teams distribute parallel for collapse(2) map(to: a[0:n][0:m]) map(from: g[0:m][0:m])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
gram_1(const double *a, double *g, int m, int n, romp::grid_part part)
{
    for (int i : romp::along_y(part, 0, m))
        for (int j : romp::along_x(part, 0, m)) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[(long)k * m + i] * a[(long)k * m + j];
            g[(long)i * m + j] = sum;
        }
}
