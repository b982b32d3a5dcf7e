// Device code of exact.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct phases_1_shared {
    union {
        volatile double weights[96];
        volatile short scale[500];
    };
};
static_assert(sizeof(phases_1_shared) == 1000, "memory is planned for this size: translate again, or check that it suffices");

// exact.c:4: target map(tofrom: out[0:96])
// guarded SPMD: thread 0 runs the sequential parts, up to 96 threads a team, one team, 1000 bytes of shared memory
// cycles for each team that forks cost: guarded 246, fork-join 320
// exact.c:11: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(96)
phases_1(volatile double *out, int rounds)
{
    phases_1_shared &shared = romp::static_shared<phases_1_shared>();
    romp::block_is<96>();
    volatile char mark = (char)out[0];
    volatile double scale = out[1];
    if (rounds > 3) {
        volatile int sum = (int)out[2];
        romp::team_barrier();
        if (romp::thread() == 0) {
            out[3] = sum;
        }
        for (int i : romp::team_stream(0, 96))
            shared.weights[i] = i * scale + sum;
        romp::team_barrier();
        if (romp::thread() == 0) {
            out[4] = shared.weights[95];
        }
    }
    else {
        romp::team_barrier();
        if (romp::thread() == 0) {
            out[3] = 2;
        }
        for (int i : romp::team_stream(0, 96))
            shared.scale[i] = (short)(mark + i);
        romp::team_barrier();
        if (romp::thread() == 0) {
            out[4] = shared.scale[7];
        }
    }
    if (romp::thread() == 0) {
        out[5] = mark;
    }
}
