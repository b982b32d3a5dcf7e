// Macros that stand for arithmetic on numbers keep their names, in device code and in what the host maps.
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
    #pragma omp target teams distribute parallel for collapse(2) \
            map(tofrom: p[0:CELLS]) /* all of it */ \
            num_threads(THREADS) num_teams(TEAMS)
    for (int i = 0; i < NY; i++)
        for (int j = 0; j < NX; j++)
            p[IDX(i, j)] = weights[(j + NX + BELOW) % NX] * EPS + TWICE(j) + OPEN * n + (OPEN) * 2 + n_max;

// From here on the name stands for another number.
#undef THREADS
#define THREADS 64

    #pragma omp target data map(to: p[0:OPEN]) map(tofrom: sums)
    {
        #pragma omp target parallel for num_threads(THREADS)
        for (int i = 0; i < OPEN; i++)
            sums[i] += p[i] * (1 << SHIFT);
    }

    #pragma omp target teams distribute parallel for map(to: p[NX:NX]) map(from: sums[0:ROWS])
    for (int i = 0; i < NX; i++)
        sums[i] = p[NX + i];

    #pragma omp target teams distribute parallel for map(tofrom: p[0:SIZE * STEP])
    for (int i = 0; i < SIZE; i += STEP) {
        float x = i + M_PI, y = fminf(x, FLT_MAX);
        int sum = n;
        EACH(LOAD)
        sum += ADDED(sum);
        p[i] = of_x > of_y ? i / (float)INT_MAX : sum;
    }

    #pragma omp target teams distribute parallel for num_teams(TWICE(2)) \
            map(to: p[IDX(0, 0):TWICE( n + NX )]) map(from: sums[TWICE(n_max):n + TWICE(TWICE(1))])
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
