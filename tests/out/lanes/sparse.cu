// Device code of sparse.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// sparse.c:4: target teams distribute parallel for
// SPMD, 128 threads a team
// sparse.c:7: 8 lanes of a warp share this loop
extern "C" __global__ void __launch_bounds__(128)
multiply_1(
    int rows,
    const int *begin,
    const double *value,
    const int *column,
    const double *x,
    double *y)
{
    romp::block_is<128>();
    const auto lanes = romp::lanes_of<8>();
    for (int i : romp::league_for(lanes.groups(), 0, rows)) {
        double sum = 0;
        double sum_private = 0;
        for (int k : romp::team_for(lanes, romp::below<int>(begin[i], begin[i + 1])))
            sum_private += value[k] * x[column[k]];
        romp::reduce(lanes, romp::plus(sum, sum_private));
        if (lanes.thread() == 0)
            y[i] = sum;  // the first lane's
    }
}

// sparse.c:18: target teams distribute parallel for reduction(+: sum)
// SPMD, 256 threads a team
// sparse.c:20: 8 lanes of a warp share this loop
extern "C" __global__ void __launch_bounds__(256)
total_1(double *sum_dev, int rows, const int *begin, const double *value, void *scratch)
{
    double &sum = *sum_dev;
    romp::block_is<256>();
    double sum_private = 0;
    const auto lanes = romp::lanes_of<8>();
    for (int i : romp::league_for(lanes.groups(), 0, rows)) {
        double sum_private2 = 0;
        for (int k : romp::team_for(lanes, romp::below<int>(begin[i], begin[i + 1])))
            sum_private2 += value[k];
        romp::reduce(lanes, romp::plus(sum_private, sum_private2));
    }
    romp::reduce_league(scratch, romp::plus(sum, sum_private));
}
