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

// distribute.c:12: target teams distribute thread_limit(32) map(to: a[0:n * m]) map(from: sum[0:n])
// guarded SPMD: thread 0 runs the sequential parts, 32 threads a team
// cycles for each team that forks cost: guarded 320, fork-join 1096
// up to 8 teams are in one block: each is a warp, and waits for nothing else
// distribute.c:18: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(256)
sums_1(const int *a, int *sum, int n, int m)
{
    romp::block_is<32>();
    for (int i : romp::packed_teams_for(0, n)) {
        int all = 0;
        int all_private = 0;
        for (int j : romp::team_stream(0, m))
            all_private += a[i * m + j];
        romp::reduce_to_all(romp::plus(all, all_private));
        romp::lanes_barrier(32);
        if (romp::thread() == 0) {
            sum[i] = all;
        }
        romp::lanes_barrier(32);
    }
}
