// Device code of warps_that_combine.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// warps_that_combine.c:6: target teams distribute thread_limit(32) map(to: begin[0:n + 1], value[0:begin[n]]) map(from: out[0:n]) map(tofrom: all, rows) reduction(+: all, rows)
// guarded SPMD: thread 0 runs the sequential parts, 32 threads a team
// cycles for each team that forks cost: guarded 320, fork-join 1096
// up to 8 teams are in one block: each is a warp, and waits for nothing else
// warps_that_combine.c:13: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(256)
dot_1(
    const int *begin,
    const double *value,
    double *out,
    double *all_dev,
    long *rows_dev,
    int n,
    void *scratch)
{
    double &all = *all_dev;
    long &rows = *rows_dev;
    romp::block_is<32>();
    double all_private = 0;
    long rows_private = 0;
    for (int i : romp::packed_teams_for(0, n)) {
        double sum = 0;
        double sum_private = 0;
        for (int k : romp::team_stream(romp::below<int>(begin[i], begin[i + 1])))
            sum_private += value[k];
        romp::reduce_to_all(romp::plus(sum, sum_private));
        romp::lanes_barrier(32);
        if (romp::thread() == 0) {
            out[i] = sum;
        }
        romp::lanes_barrier(32);
        all_private += sum * sum;
        rows_private++;
    }
    romp::reduce_packed_teams(scratch, romp::plus(all, all_private),
        romp::plus(rows, rows_private));
}

// warps_that_combine.c:22: target teams distribute thread_limit(32) map(to: a[0:n * 100]) map(tofrom: counts[0:10]) reduction(+: counts[0:10])
// guarded SPMD: thread 0 runs the sequential parts, 32 threads a team
// cycles for each team that forks cost: guarded 416, fork-join 1096
// warps_that_combine.c:28: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(32)
digits_1(const int *a, long *counts, int n)
{
    romp::block_is<32>();
    for (int i : romp::teams_for(0, n)) {
        int sum = 0;
        int sum_private = 0;
        for (int k : romp::team_stream(0, 100))
            sum_private += a[i * 100 + k];
        romp::reduce_to_all(romp::plus(sum, sum_private));
        romp::lanes_barrier(32);
        if (romp::thread() == 0) {
            romp::atomic_add(counts[sum % 10], 1);
        }
        romp::lanes_barrier(32);
    }
}
