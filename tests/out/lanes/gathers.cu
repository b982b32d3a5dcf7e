// Device code of gathers.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// gathers.c:5: target teams distribute parallel for map(to: begin[0:n + 1], column[0:9 * n], a[0:9 * n], x[0:n]) map(from: y[0:3 * n])
// SPMD, 128 threads a team
// gathers.c:8: 16 lanes of a warp share this loop
extern "C" __global__ void __launch_bounds__(128)
products_1(
    const int *begin,
    const int *column,
    const double *a,
    const double *x,
    double *y,
    int n)
{
    romp::block_is<128>();
    const auto lanes = romp::lanes_of<16>();
    for (int i : romp::league_for(lanes.groups(), 0, n)) {
        double sum = 0, plain = 0, nine = 0;
        {
            double sum_private = 0;
            #pragma unroll 4
            for (int k : romp::team_for(lanes, romp::below<int>(begin[i], begin[i + 1])))
                sum_private += a[k] * x[column[k]];
            romp::reduce(lanes, romp::plus(sum, sum_private));
        }
        double plain_private = 0;
        for (int k : romp::team_for(lanes, romp::below<int>(begin[i], begin[i + 1])))
            plain_private += a[k];
        romp::reduce(lanes, romp::plus(plain, plain_private));
        double nine_private = 0;
        for (int k : romp::team_for(lanes, 0, 9))
            nine_private += a[9 * i + k] * x[column[9 * i + k]];
        romp::reduce(lanes, romp::plus(nine, nine_private));
        if (lanes.thread() == 0) {
            y[i] = sum;
            y[n + i] = plain;
            y[2 * n + i] = nine;
        }
    }
}
