/* Which constant tables lie in constant memory: those whose elements a warp reads together. */
#include "romp.h"
#include <stddef.h>

#define TAPS 5

enum { LEVELS = 3 };

static const double weights[TAPS] = { 1, 4, 6, 4, 1 };
static const int offsets[LEVELS][2] = { { 0, 1 }, { 1, 0 }, { 1, 1 } };
static const unsigned char classes[256] = { ['a'] = 1, ['b'] = 2 };
static const float passed[4] = { 1, 2, 3, 4 };
static const double large[8192] = { 1 };
static const double halves[2] = { 0.5, 0.25 };
static const double unit = 1.0 / 16;

static double filtered(const double *x)
{
    double sum = 0;
    for (int k = 0; k < TAPS; k++)
        sum += weights[k] * x[k];
    return sum * unit;
}

static float total(const float *x)
{
    return x[0] + x[1] + x[2] + x[3];
}

void smooth(int n, int level, const double *x, const unsigned char *text, double *y)
{
    static const int shifts[2] = { 1, 2 };

    /* target teams distribute parallel for map(to: x[0:n], text[0:n]) map(from: y[0:n]) */
    ROMP_TARGET("tables.c:33", smooth_1,
        romp_block(128), romp_iterations_from(2, romp_trips(2, n - 2, 1, 0)), romp_to(x, 0, n),
        romp_to(text, 0, n), romp_from(y, 0, n), romp_value(n), romp_value(level), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 2; i < n - 2; i++) {
        y[i] = filtered(x + i - 2) + offsets[level][0] + offsets[2][1];
        y[i] += classes[text[i]];
        y[i] += total(passed);
        y[i] += large[level];
        for (int s = 0; s < 2; s++)
            y[i] += shifts[s] + halves[i % 2];
    }
}
