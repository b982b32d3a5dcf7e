// Device code of dynamic.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct smooth_1_shared {
    float tile[15000];
};
static_assert(sizeof(smooth_1_shared) == 60000, "memory is planned for this size: translate again, or check that it suffices");

// dynamic.c:4: target teams distribute map(to: x[0:n * 15000]) map(from: y[0:n * 15000])
// SPMD, 128 threads a team, 60000 bytes of shared memory
// 60000 bytes of shared memory are dynamic: a kernel may declare 49152
extern "C" __global__ void __launch_bounds__(128)
smooth_1(const float *x, float *y, int n)
{
    smooth_1_shared &shared = romp::dynamic_shared<smooth_1_shared>();
    romp::block_is<128>();
    for (int t : romp::teams_for(0, n)) {
        for (int i : romp::team_stream(0, 15000))
            shared.tile[i] = x[t * 15000 + i];
        romp::team_barrier();
        for (int i : romp::team_stream(1, 14999))
            y[t * 15000 + i] = (shared.tile[i - 1] + shared.tile[i] + shared.tile[i + 1]) / 3;
        romp::team_barrier();
    }
}
