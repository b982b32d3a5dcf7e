// Device code of macro_extents.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define ROWS 4
#define PADDED (ROWS + 1)
#define THREADS 64
#define SIDE 8
#define BINS 16

struct tiles_1_shared {
    double tile[ROWS][PADDED];
    int order[2][2 * ROWS];
};
static_assert(sizeof(tiles_1_shared) == 224, "memory is planned for this size: translate again, or check that it suffices");

// macro_extents.c:11: target teams distribute map(tofrom: a[0:n]) thread_limit(THREADS)
// guarded SPMD: thread 0 runs the sequential parts, up to 32 threads a team, 224 bytes of shared memory
// cycles for each team that forks cost: guarded 1008, fork-join 1096
// macro_extents.c:20: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(32)
tiles_1(double *a, int n)
{
    static_assert(THREADS == 64, "numbers here and in the launch come from this: translate again, or change them, too");
    static_assert(SIDE * SIDE / 2 == 32, "numbers here and in the launch come from this: translate again, or change them, too");
    tiles_1_shared &shared = romp::static_shared<tiles_1_shared>();
    romp::block_is<32>();
    for (int i : romp::teams_for(0, n)) {
        double (*at)[PADDED] = shared.tile;
        for (int j : romp::team_stream(0, ROWS)) {
            shared.tile[j][0] = a[i] + j;
            shared.order[0][j] = shared.order[1][j] = j;
        }
        romp::lanes_barrier(32);
        if (romp::thread() == 0) {
            a[i] = at[shared.order[0][ROWS - 1]][0] + shared.order[1][1];
        }
        romp::lanes_barrier(32);
    }
}

// macro_extents.c:27: target teams distribute parallel for reduction(+: all, bins[0:BINS]) map(to: x[0:n])
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
histogram_1(int *bins, const int *x, int *all, int n, void *scratch)
{
    static_assert(BINS == 16, "numbers here and in the launch come from this: translate again, or change them, too");
    romp::selected_array<int, 16> all_private(0);
    int bins_private[16];
    romp::fill(bins_private, 0);
    for (int i : romp::league_stream(0, n)) {
        all_private[x[i] % BINS]++;
        bins_private[x[i] % BINS] += 2;
    }
    romp::reduce_league(scratch, romp::plus_each(all, all_private.of),
        romp::plus_each(bins, bins_private));
}

// macro_extents.c:39: target teams distribute parallel for map(tofrom: a[0:ROWS * PADDED])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
plain_1(double *a)
{
    for (int i : romp::league_for(0, ROWS * PADDED))
        a[i] *= ROWS;
}
