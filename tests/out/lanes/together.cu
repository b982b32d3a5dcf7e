// Device code of together.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

enum : int { TOGETHER = 4 };

// together.c:8: target teams distribute parallel for map(to: x[0:n]) map(tofrom: force[0:n])
// SPMD, 128 threads a team
// together.c:13: 16 lanes of a warp share this loop
extern "C" __global__ void __launch_bounds__(128)
asked_1(const float *x, float *force, int n)
{
    romp::block_is<128>();
    const auto lanes = romp::lanes_of<16>();
    for (int first : romp::league_for(lanes.groups(), romp::below<int>(0, n, TOGETHER))) {
        float mine[4], sum[4] = {0};
        for (int k = 0; k < TOGETHER; k++)
            mine[k] = x[first + k < n ? first + k : n - 1];
        {
            float sum_private[4];
            romp::fill(sum_private, 0);
            for (int j : romp::team_for(lanes, 0, n)) {
                float other = x[j];
                for (int k = 0; k < TOGETHER; k++)
                    sum_private[k] += (other - mine[k]) * (other - mine[k]);
            }
            romp::reduce(lanes, romp::plus_each(sum, sum_private));
        }
        if (lanes.thread() == 0) {
            for (int k = 0; k < TOGETHER; k++)
                if (first + k < n)
                    force[first + k] += sum[k];
        }
    }
}

// together.c:28: target teams distribute parallel for map(to: x[0:n]) map(tofrom: force[0:n])
// SPMD, 128 or 256 threads a team
// together.c:31: not shared by the lanes of a warp: its accesses are not next to each other, at together.c:32
extern "C" __global__ void __launch_bounds__(256)
not_asked_1(const float *x, float *force, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n)) {
        float mine = x[i], sum = 0;
        {
            float sum_private = 0;
            for (int j = 0; j < n; j++)
                sum_private += (x[j] - mine) * (x[j] - mine);
            sum += sum_private;
        }
        force[i] += sum;
    }
}

// together.c:41: target teams distribute parallel for map(to: x[0:n]) map(tofrom: force[0:n])
// SPMD, 128 or 256 threads a team
// together.c:46: not shared by the lanes of a warp: lanes would repeat a loop, at together.c:44
extern "C" __global__ void __launch_bounds__(256)
long_loop_1(const float *x, float *force, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n)) {
        float mine = 0, sum = 0;
        for (int k = 0; k < 9; k++)
            mine = mine / 2 + x[i];
        {
            float sum_private = 0;
            for (int j = 0; j < n; j++)
                sum_private += x[j] * mine;
            sum += sum_private;
        }
        force[i] += sum;
    }
}
