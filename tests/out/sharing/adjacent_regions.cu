// Device code of adjacent_regions.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define N 4096

struct alignas(16) smooth_1_shared {
    double line[64];
};
static_assert(sizeof(smooth_1_shared) == 512, "memory is planned for this size: translate again, or check that it suffices");

// adjacent_regions.c:7: target teams distribute num_teams(8) thread_limit(96) map(to: in[0:n]) map(from: out[0:n])
// guarded SPMD: thread 0 runs the sequential parts, 96 threads a team, 512 bytes of shared memory
// cycles for each team that forks cost: guarded 528, fork-join 1440
// adjacent_regions.c:18: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(96)
smooth_1(const double *__restrict__ in, double *out, int n)
{
    smooth_1_shared &shared = romp::static_shared<smooth_1_shared>();
    romp::block_is<96>();
    for (int row : romp::teams_for(0, n / 64)) {
        double most = 0;
        for (int i : romp::team_stream(0, 64))
            shared.line[i] = in[row * 64 + i];
        romp::team_barrier();
        /* neighbours */
        const double weight = 0.5;
        double most_private = romp::lowest<double>;
        for (int i : romp::team_stream(1, 63))
            most_private = most_private > shared.line[i - 1] ? most_private : shared.line[i - 1] * weight;
        romp::reduce_to_all(romp::maximum(most, most_private));
        if (romp::thread() == 0) {
            out[row * 64] = most;
        }
        romp::team_barrier();
    }
}

// adjacent_regions.c:24: target map(tofrom: a[0:N], b[0:N])
// SPMD, up to 256 threads a team, one team
// adjacent_regions.c:33: no thread of this parallel region waits for those of adjacent_regions.c:30
extern "C" __global__ void __launch_bounds__(256)
steps_1(double *a, double *b, int rounds)
{
    romp::block_is<256>();
    double level = 1;
    for (int r = 0; r < rounds; r++) {
        for (int k = 0; k < 16; k++)
            level = level * 0.5 + a[k] + b[k];
        romp::team_barrier();
        for (int i : romp::team_stream(0, N))
            a[i] = level * i;
        for (int i : romp::team_stream(0, N))
            a[i] += 1;
        romp::team_barrier();
        for (int i : romp::team_stream(0, N))
            b[i] = a[N - 1 - i];
        romp::team_barrier();
    }
}
