// Device code of team_storage.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

static __device__ int read_count(int *count)
{
    return ++*count;
}

struct phases_1_shared {
    double scale;
    int count;
    union {
        int condition;
        int sum;
        int count_2[8];
    };
};
static_assert(sizeof(phases_1_shared) == 48, "memory is planned for this size: translate again, or check that it suffices");

// team_storage.c:11: target map(tofrom: out[0:96])
// guarded SPMD: thread 0 runs the sequential parts, 1024 threads a team, one team, 48 bytes of shared memory
// cycles for each team that forks cost: guarded 872, fork-join 492
// team_storage.c:14: not plain SPMD: it changes `count`, which the threads of the team share
// team_storage.c:11: not fork-join: the last warp would run the sequential part, which leaves regions 992 threads, not 1024
extern "C" __global__ void __launch_bounds__(1024)
phases_1(double *out, int rounds)
{
    phases_1_shared &shared = romp::static_shared<phases_1_shared>();
    romp::block_is<1024>();
    if (romp::thread() == 0) {
        shared.count = rounds;
        shared.scale = read_count(&shared.count);
    }
    romp::team_barrier();
    if (romp::thread() == 0)
        shared.condition = read_count(&shared.count) > rounds;
    romp::team_barrier();
    if (shared.condition) {
        double weights[96];
        romp::team_barrier();
        if (romp::thread() == 0) {
            shared.sum = read_count(&shared.count);
        }
        romp::team_barrier();
        for (int i = 0; i < 96; i++)
            weights[i] = i * shared.scale;
        {
            const int sum = shared.sum;
            for (int i : romp::team_stream(0, 96))
                out[i] += weights[i] * sum + shared.count;
        }
    }
    else {
        romp::team_barrier();
        if (romp::thread() == 0) {
            read_count(&shared.count_2[7]);
        }
        romp::team_barrier();
        for (int i : romp::team_stream(0, 96))
            out[i] += shared.count_2[7];
    }
}
