// Device code of macros.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define BELOW -1
#define EPS 1e-6f
#define NX 64
#define NY (NX / 2)
#define OPEN 4 + 4
#define SHIFT 1

// macros.c:24: target teams distribute parallel for collapse(2) map(tofrom: p[0:CELLS]) num_threads(THREADS) num_teams(TEAMS)
// SPMD, up to 128 threads a team
extern "C" __global__ void __launch_bounds__(128)
relax_1(float *p, float *weights, int n)
{
    for (auto [i, j] : romp::league_nest(romp::below<int>(0, NY), romp::below<int>(0, NX))) {
        p[i * NX + j] = weights[(j + NX + BELOW) % NX] * EPS + j * 2 + 4 + 4 * n + (OPEN) * 2 + 7;
    }
}

// macros.c:37: target parallel for num_threads(THREADS)
// SPMD, up to 64 threads a team, one team
extern "C" __global__ void __launch_bounds__(64)
relax_2(float *p, float *sums)
{
    romp::block_is<64>();
    for (int i : romp::team_stream(0, OPEN))
        sums[i] += p[i] * (1 << SHIFT);
}

// macros.c:42: target teams distribute parallel for map(to: p[NX:NX]) map(from: sums[0:ROWS])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
relax_3(float *p, float (*sums_dev)[64])
{
    float (&sums)[64] = *sums_dev;
    for (int i : romp::league_for(0, NX))
        sums[i] = p[NX + i];
}
