// Device code of rows.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// rows.c:6: target teams distribute parallel for map(to: a[0:rows * columns]) map(from: b[0:rows * columns])
// SPMD, 128 threads a team
// rows.c:11: 32 lanes of a warp share this loop
extern "C" __global__ void __launch_bounds__(128)
softmax_1(const float *a, float *b, int rows, int columns)
{
    romp::block_is<128>();
    const auto lanes = romp::lanes_of<32>();
    for (int i : romp::league_for(lanes.groups(), 0, rows)) {
        const float *x = a + i * columns;
        float *y = b + i * columns;
        float most = -INFINITY, sum = 0;
        float most_private = romp::lowest<float>;
        for (int j : romp::team_for(lanes, 0, columns))
            most_private = fmaxf(most_private, x[j]);
        romp::reduce_for_all(lanes, romp::maximum(most, most_private));
        float sum_private = 0;
        for (int j : romp::team_for(lanes, 0, columns)) {
            y[j] = expf(x[j] - most);
            sum_private += y[j];
        }
        romp::reduce_for_all(lanes, romp::plus(sum, sum_private));
        if (sum > 0) {
            for (int j : romp::team_for(lanes, 0, columns))
                y[j] /= sum;
        }
    }
}

// rows.c:30: target teams distribute parallel for num_threads(96) map(tofrom: a[0:blocks * n], count[0:blocks])
// SPMD, up to 96 threads a team
// rows.c:33: 32 lanes of a warp share this loop
extern "C" __global__ void __launch_bounds__(96)
scale_1(float *a, int *count, int blocks, int n)
{
    romp::block_is<96>();
    const auto lanes = romp::lanes_of<32>();
    for (int b : romp::league_for(lanes.groups(), 0, blocks)) {
        if (lanes.thread() == 0)
            count[b]++;
        lanes.barrier();
        for (int j : romp::team_for(lanes, 0, n))
            a[b * n + j] *= count[b];
    }
}

// rows.c:42: target teams distribute parallel for map(to: a[0:n * m]) map(from: y[0:n])
// SPMD, 128 or 256 threads a team
// rows.c:45: not shared by the lanes of a warp: its accesses are not next to each other, at rows.c:46
extern "C" __global__ void __launch_bounds__(256)
columns_1(const double *a, double *y, int n, int m, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n)) {
        double sum = 0;
        {
            double sum_private = 0;
            for (int k = 0; k < m; k++)
                sum_private += a[k * n + i];
            sum += sum_private;
        }
        y[i] = sum;
    }
}

// rows.c:55: target map(tofrom: a[0:n * m])
// guarded SPMD: thread 0 runs the sequential parts, up to 1024 threads a team, one team
// cycles for each team that forks cost: guarded 96, fork-join 165
// rows.c:60: 32 lanes of a warp share this loop
// rows.c:64: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(1024)
blocks_1(float *a, int n, int m, int threads)
{
    float factor = a[0];
    romp::team_barrier();
    const auto lanes = romp::lanes_of<32>();
    for (int i : romp::team_for(lanes.groups(), 0, n)) {
        for (int j : romp::team_for(lanes, 0, m))
            a[i * m + j] += factor;
    }
    romp::team_barrier();
    if (romp::thread() == 0) {
        a[0] = factor;
    }
}
