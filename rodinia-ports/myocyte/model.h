/* A cell as a whole, and the method that integrates it: Fehlberg's of orders 7 and 8. */
#ifndef MODEL_H
#define MODEL_H

#include "calmodulin.h"
#include "electricity.h"

enum { STAGES = 13 };
#define RELATIVE 1e-6 /* error of a step */
#define ABSOLUTE 1e-8
#define SHORTEST 1e-6 /* step, in milliseconds, which is taken whatever its error is */

#ifdef _OPENMP
#pragma omp declare target
#endif
/* When a stage is, as a share of the step, and what it takes of the derivatives of the stages before it. */
DEVICE_TABLE double stage_time[STAGES] = {0,       2.0 / 27, 1.0 / 9, 1.0 / 6, 5.0 / 12, 0.5, 5.0 / 6,
                                          1.0 / 6, 2.0 / 3,  1.0 / 3, 1,       0,        1};
DEVICE_TABLE double stage_share[STAGES][STAGES - 1] = {
    {0},
    {2.0 / 27},
    {1.0 / 36, 1.0 / 12},
    {1.0 / 24, 0, 1.0 / 8},
    {5.0 / 12, 0, -25.0 / 16, 25.0 / 16},
    {1.0 / 20, 0, 0, 1.0 / 4, 1.0 / 5},
    {-25.0 / 108, 0, 0, 125.0 / 108, -65.0 / 27, 125.0 / 54},
    {31.0 / 300, 0, 0, 0, 61.0 / 225, -2.0 / 9, 13.0 / 900},
    {2, 0, 0, -53.0 / 6, 704.0 / 45, -107.0 / 9, 67.0 / 90, 3},
    {-91.0 / 108, 0, 0, 23.0 / 108, -976.0 / 135, 311.0 / 54, -19.0 / 60, 17.0 / 6, -1.0 / 12},
    {2383.0 / 4100, 0, 0, -341.0 / 164, 4496.0 / 1025, -301.0 / 82, 2133.0 / 4100, 45.0 / 82, 45.0 / 164, 18.0 / 41},
    {3.0 / 205, 0, 0, 0, 0, -6.0 / 41, -3.0 / 205, -3.0 / 41, 3.0 / 41, 6.0 / 41},
    {-1777.0 / 4100, 0, 0, -341.0 / 164, 4496.0 / 1025, -289.0 / 82, 2193.0 / 4100, 51.0 / 82, 33.0 / 164, 12.0 / 41, 0,
     1}};
DEVICE_TABLE double step_share[STAGES] = {41.0 / 840, 0,        0,       0,       0,          34.0 / 105, 9.0 / 35,
                                          9.0 / 35,   9.0 / 280, 9.0 / 280, 41.0 / 840, 0,          0};

/* The derivatives of calmodulin's variables at a place; returns the calcium that is set free. */
DEVICE_FUNCTION double place_derivatives(int place, const double *y, double *dy, size_t stride, const struct cell *cell)
{
    const size_t first = (CELL + place * CALMODULIN) * stride;
    return calmodulin(y + first, dy + first, stride, &cell->place[place], y[(CA_J + place) * stride], y[K_I * stride]);
}

/* What the places do to each other, after their derivatives: calcium that calmodulin sets free, and calmodulin that
   wanders from place to place. */
DEVICE_FUNCTION void join_places(const double *y, double *dy, size_t stride, const double *set_free)
{
    const double v_j = 1.78e-14, v_sl = 6.6e-13, v_myo = 2.1454e-11, from_j = 3.6363e-16, from_sl = 8.587e-15;
    for (int p = 0; p < PLACES; p++)
        dy[(CA_J + p) * stride] += 1e-3 * set_free[p];
    for (int c = CAM0; c <= CAM4; c++) {
        const size_t in_j = (CELL + c) * stride, in_sl = (CELL + CALMODULIN + c) * stride;
        const size_t in_myo = (CELL + 2 * CALMODULIN + c) * stride;
        const double out_of_j = from_j * (y[in_j] - y[in_sl]), out_of_sl = from_sl * (y[in_sl] - y[in_myo]);
        dy[in_j] -= out_of_j / v_j;
        dy[in_sl] += (out_of_j - out_of_sl) / v_sl;
        dy[in_myo] += out_of_sl / v_myo;
    }
}

/* Element `e` of the state at which stage `stage` is computed; stage `s`'s derivatives are at k + s * EQUATIONS * stride. */
DEVICE_FUNCTION double stage_state(int stage, double step, const double *y, const double *k, size_t stride, int e)
{
    double sum = 0;
    for (int s = 0; s < stage; s++)
        sum += stage_share[stage][s] * k[((size_t)s * EQUATIONS + e) * stride];
    return y[e * stride] + step * sum;
}

/* Element `e` of the state after a step. */
DEVICE_FUNCTION double next_state(double step, const double *y, const double *k, size_t stride, int e)
{
    double sum = 0;
    for (int s = 0; s < STAGES; s++)
        sum += step_share[s] * k[((size_t)s * EQUATIONS + e) * stride];
    return y[e * stride] + step * sum;
}

/* The error of element `e` of a step, 1 where it is as large as it may be. */
DEVICE_FUNCTION double step_error(double step, const double *y, const double *k, size_t stride, int e)
{
    const size_t stage = (size_t)EQUATIONS * stride, at = e * stride;
    const double error = 41.0 / 840 * step * (k[at] + k[10 * stage + at] - k[11 * stage + at] - k[12 * stage + at]);
    return fabs(error) / (ABSOLUTE + RELATIVE * fabs(y[at]));
}

/* The length of the next try, after one with an error. */
DEVICE_FUNCTION double next_step(double step, double error)
{
    const double factor = error > 0 ? 0.9 * pow(error, -0.125) : 4;
    step *= factor < 0.2 ? 0.2 : factor > 4 ? 4 : factor;
    return step > SHORTEST ? step : SHORTEST;
}
#ifdef _OPENMP
#pragma omp end declare target
#endif

#endif
