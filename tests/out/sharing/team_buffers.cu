// Device code of team_buffers.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct smooth_1_shared {
    double buffers[2][64];
};
static_assert(sizeof(smooth_1_shared) == 1024, "memory is planned for this size: translate again, or check that it suffices");

// team_buffers.c:4: target teams distribute map(tofrom : line[0 : 64 * n])
// SPMD, 128 threads a team, 1024 bytes of shared memory
extern "C" __global__ void __launch_bounds__(128)
smooth_1(double *line, int n, int steps)
{
    smooth_1_shared &shared = romp::static_shared<smooth_1_shared>();
    romp::block_is<128>();
    for (int i : romp::teams_for(0, n)) {
        double *from = shared.buffers[0], *to = shared.buffers[1];
        for (int j : romp::team_stream(0, 64))
            from[j] = line[64 * i + j];
        romp::team_barrier();
        for (int step = 0; step < steps; step++) {
            for (int j : romp::team_stream(0, 64))
                to[j] = 0.5 * (from[j] + from[(j + 1) % 64]);
            romp::team_barrier();
            double *last = from;
            from = to;
            to = last;
        }
        for (int j : romp::team_stream(0, 64))
            line[64 * i + j] = from[j];
        romp::team_barrier();
    }
}
