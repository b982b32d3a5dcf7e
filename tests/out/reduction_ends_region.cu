// Device code of reduction_ends_region.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct alignas(16) normalise_1_shared {
    int total;
};
static_assert(sizeof(normalise_1_shared) == 16, "memory is planned for this size: translate again, or check that it suffices");

// reduction_ends_region.c:4: target map(tofrom: x[0:n], count[0:16], f[0:1])
// guarded SPMD: thread 0 runs the sequential parts, 1024 threads a team, one team, 4 bytes of shared memory
// cycles for each team that forks cost: guarded 1128, fork-join 231
// reduction_ends_region.c:6: not plain SPMD: the threads of the team share `total`
// reduction_ends_region.c:4: not fork-join: the last warp would run the sequential part, which leaves regions 992 threads, not 1024
extern "C" __global__ void __launch_bounds__(1024)
normalise_1(double *x, const int *count, double *f, int n)
{
    normalise_1_shared &shared = romp::static_shared<normalise_1_shared>();
    romp::block_is<1024>();
    if (romp::thread() == 0) {
        shared.total = 0;
    }
    romp::team_barrier();
    for (int i : romp::team_stream(0, n))
        x[i] *= 2;
    romp::team_barrier();
    int total_private = 0;
    for (int b : romp::team_stream(0, 16))
        total_private += count[b];
    romp::reduce(romp::plus(shared.total, total_private));
    romp::team_barrier();
    if (romp::thread() == 0) {
        f[0] = shared.total == n;
    }
}
