// Macros that stand for arithmetic on numbers keep their names, in device code and in what the host maps.
#include "romp.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#define NX 64
#define NY (NX / 2)
#define CELLS (NX * NY)
#define OPEN 4 + 4
#define SHIFT 1
#define EPS 1e-6f
#define BELOW -1
#define TWICE(x) ((x) * 2)
#define IDX(i, j) ((i) * NX + (j))
#ifndef TEAMS
#define TEAMS 8
#endif
#define THREADS 128
#ifdef WIDE
#define STEP 2
#else
#define STEP 1
#endif
#define EACH(DO) DO(x) DO(y)
#define LOAD(name) float of_##name = p[IDX(STEP, i)] + STEP * name;
#define ROWS (sizeof(weights) / sizeof(weights[0]))
#define n_max 7

static float weights[NX], sums[NX];

void relax(float *p, int n)
{
    /* all of it */
    /* target teams distribute parallel for collapse(2) map(tofrom: p[0:CELLS]) num_threads(THREADS) num_teams(TEAMS) */
    ROMP_TARGET("macros.c:34", relax_1,
        romp_block(128), romp_num_threads(128), romp_num_teams(TEAMS), romp_tofrom(p, 0, CELLS),
        romp_implicit_var(weights), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) num_threads(128) num_teams(TEAMS) /* host version */
    for (int i = 0; i < NY; i++)
        for (int j = 0; j < NX; j++)
            p[IDX(i, j)] = weights[(j + NX + BELOW) % NX] * EPS + TWICE(j) + OPEN * n + (OPEN) * 2 + n_max;

// From here on the name stands for another number.
#undef THREADS
#define THREADS 64

    /* target data map(to: p[0:OPEN]) map(tofrom: sums) */
    ROMP_TARGET_DATA("macros.c:45", romp_to(p, 0, (OPEN)), romp_tofrom_var(sums))
    {
        /* target parallel for num_threads(THREADS) */
        ROMP_TARGET("macros.c:47", relax_2,
            romp_exact_block(64), romp_num_teams(1), romp_pointer(p), romp_implicit_var(sums))
        #pragma omp target parallel for if(target: 0) num_threads(64) /* host version */
        for (int i = 0; i < OPEN; i++)
            sums[i] += p[i] * (1 << SHIFT);
    }

    /* target teams distribute parallel for map(to: p[NX:NX]) map(from: sums[0:ROWS]) */
    ROMP_TARGET("macros.c:52", relax_3,
        romp_block(128), romp_iterations(NX), romp_to(p, NX, NX), romp_from(sums, 0, ROWS))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < NX; i++)
        sums[i] = p[NX + i];

    /* target teams distribute parallel for map(tofrom: p[0:SIZE * STEP]) */
    ROMP_TARGET("macros.c:56", relax_4,
        romp_block(128), romp_iterations(romp_trips(0, SIZE, 2, 0)), romp_tofrom(p, 0, SIZE * STEP),
        romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < SIZE; i += STEP) {
        float x = i + M_PI, y = fminf(x, FLT_MAX);
        int sum = n;
        EACH(LOAD)
        sum += ADDED(sum);
        p[i] = of_x > of_y ? i / (float)INT_MAX : sum;
    }

    /* target teams distribute parallel for num_teams(TWICE(2)) map(to: p[IDX(0, 0):TWICE( n + NX )]) map(from: sums[TWICE(n_max):n + TWICE(TWICE(1))]) */
    ROMP_TARGET("macros.c:65", relax_5,
        romp_block(128), romp_num_teams(TWICE(2)), romp_to(p, IDX(0, 0), TWICE( n + NX )),
        romp_from(sums, TWICE(n_max), n + TWICE(TWICE(1))), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) num_teams(TWICE(2)) /* host version */
    for (int i = TWICE(n_max); i < IDX(0, n); i++)
        sums[i] = p[TWICE(i)];
}

int main(void)
{
    static float p[CELLS];
    relax(p, 3);
    printf("%g %g\n", p[5], sums[3]);
    return 0;
}
