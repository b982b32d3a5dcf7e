// Device code of collapse.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define AT(i, j) ((i) * cols + (j))

// collapse.c:5: target teams distribute parallel for collapse(2) map(to: in[0:rows * cols]) map(from: out[0:rows * cols])
// SPMD, 128 or 256 threads a team
// collapse.c:5: neighbouring threads execute neighbouring iterations of `i`: they access neighbouring memory
extern "C" __global__ void __launch_bounds__(256)
transpose_1(const double *in, double *out, int rows, int cols, romp::grid_part part)
{
    for (auto [j, i] : romp::several_along_y(part, romp::below<int>(0, cols), romp::below<int>(0, rows))) {
        out[j * rows + i] = in[AT(i, j)];
    }
}
