// Device code of collapse.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// collapse.c:5: target teams distribute parallel for collapse(2) map(to: in[0:rows * cols]) map(from: out[0:rows * cols])
// SPMD, 128 threads a team
extern "C" __global__ void __launch_bounds__(128)
transpose_1(const double *in, double *out, int rows, int cols)
{
    const auto i_range = romp::below<int>(0, rows);
    const auto j_range = romp::below<int>(0, cols);
    const auto trips = (unsigned long long)i_range.trips() * j_range.trips();
    for (auto k : romp::league_for(trips)) {
        const auto [outer, inner] = romp::split(k, j_range.trips());
        int j = j_range[inner];
        int i = i_range[outer];
        out[j * rows + i] = in[i * cols + j];
    }
}
