// Device code of macros.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define ADDED(x) ((x)+STEP) // -D
#define SIZE 20 // -D
#define NX 64
#define NY (NX / 2)
#define OPEN 4 + 4
#define SHIFT 1
#define EPS 1e-6f
#define BELOW -1
#define TWICE(x) ((x) * 2)
#define IDX(i, j) ((i) * NX + (j))
#define STEP 2

// macros.c:34: target teams distribute parallel for collapse(2) map(tofrom: p[0:CELLS]) num_threads(THREADS) num_teams(TEAMS)
// SPMD, up to 128 threads a team
extern "C" __global__ void __launch_bounds__(128)
relax_1(float *p, const float *__restrict__ weights, int n)
{
    /* all of it */
    for (auto [i, j] : romp::league_nest(romp::below<int>(0, NY), romp::below<int>(0, NX))) {
        p[IDX(i, j)] = weights[(j + NX + BELOW) % NX] * EPS + TWICE(j) + 4 + 4 * n + (OPEN) * 2 + 7;
    }
}

// macros.c:47: target parallel for num_threads(THREADS)
// SPMD, up to 64 threads a team, one team
extern "C" __global__ void __launch_bounds__(64)
relax_2(const float *__restrict__ p, float *sums)
{
    romp::block_is<64>();
    for (int i : romp::team_stream(0, OPEN))
        sums[i] += p[i] * (1 << SHIFT);
}

// macros.c:52: target teams distribute parallel for map(to: p[NX:NX]) map(from: sums[0:ROWS])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
relax_3(const float *__restrict__ p, float (*sums_dev)[NX])
{
    float (&sums)[NX] = *sums_dev;
    for (int i : romp::league_for(0, NX))
        sums[i] = p[NX + i];
}

// macros.c:56: target teams distribute parallel for map(tofrom: p[0:SIZE * STEP])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
relax_4(float *p, int n)
{
    for (int i : romp::league_for(romp::below<int>(0, SIZE, STEP))) {
        float x = i + M_PI, y = fminf(x, FLT_MAX);
        int sum = n;
        float of_x = p[STEP * NX + i] + STEP * x;
        float of_y = p[STEP * NX + i] + STEP * y;
        sum += ADDED(sum);
        p[i] = of_x > of_y ? i / (float)INT_MAX : sum;
    }
}

// macros.c:65: target teams distribute parallel for num_teams(TWICE(2)) map(to: p[IDX(0, 0):TWICE( n + NX )]) map(from: sums[TWICE(n_max):n + TWICE(TWICE(1))])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
relax_5(const float *__restrict__ p, float (*sums_dev)[NX], int n)
{
    float (&sums)[NX] = *sums_dev;
    for (int i : romp::league_for(romp::below<int>(7 * 2, IDX(0, n))))
        sums[i] = p[TWICE(i)];
}
