#ifndef PCSP_H
#define PCSP_H

#include <math.h>

#include "port.h"

/* Fields over a cube of `n` points an edge, x fastest: the inverse density, velocities along x, y and z, half the
   square of the velocity, the speed of sound. For the sweep along x there are three of them with y fastest. */
struct flow {
    int n, steps;
    double dt;
    const double *inverse, *u, *v, *w, *square, *sound;
    const double *inverse_y, *u_y, *sound_y;
};

/* What a sweep's equations hold of the grid: the diffusion, dt over the spacing's square, dt over twice the spacing,
   and the artificial dissipation. */
struct sweep {
    double diffusion, dt1, dt2, dissipation;
};

#define C1C5 1.96
#define C2 0.4
#define C3C4 0.1
#define CON43 (4.0 / 3)
#define ROOT_HALF 0.70710678118654752440

#ifdef __CUDACC__
#define PORT_BOTH __host__ __device__
#else
#define PORT_BOTH
#endif

static inline struct sweep sweep_of(const struct flow *flow, double diffusion)
{
    double spacing = 1.0 / (flow->n - 1);
    struct sweep s = {diffusion, flow->dt / (spacing * spacing), flow->dt / (2 * spacing), 0.25 * flow->dt};
    return s;
}

/* The largest of the eigenvalues that bound the diffusion at a point. */
PORT_BOTH static inline double spread(const struct sweep *s, double inverse)
{
    double r = C3C4 * inverse;
    return fmax(fmax(s->diffusion + CON43 * r, s->diffusion + C1C5 * r), fmax(s->diffusion + r, s->diffusion));
}

/* Solves the equations of one line for `count` of the right-hand side's components, of which `rhs` is the first:
   a pentadiagonal matrix, eliminated downwards, solved upwards. Points of the line lie `stride` apart. The matrix is of
   the velocity along the line plus `sign` times the speed of sound. `upper` keeps the two upper diagonals. */
PORT_BOTH static inline void solve_line(const struct sweep s, int n, size_t begin, size_t stride, size_t points,
                                        double sign, const double *__restrict__ velocity,
                                        const double *__restrict__ inverse, const double *__restrict__ sound, int count,
                                        double *__restrict__ rhs, double *__restrict__ upper)
{
    /* Of the rows i - 1 and i - 2: the upper diagonals and the right-hand sides. */
    double d1 = 0, e1 = 0, d2 = 0, e2 = 0, r1[3] = {0, 0, 0}, r2[3] = {0, 0, 0};
    /* At the points i - 1, i and i + 1. */
    double wave = velocity[begin] + sign * sound[begin], wave_before = 0, wave_behind;
    double spread_here = spread(&s, inverse[begin]), spread_before = 0, spread_behind;
    for (int i = 0; i < n; i++) {
        size_t at = begin + i * stride, behind = i + 1 < n ? at + stride : at;
        wave_behind = velocity[behind] + sign * sound[behind];
        spread_behind = spread(&s, inverse[behind]);
        double a = 0, b = 0, c = 1, d = 0, e = 0;
        if (i > 0 && i < n - 1) {
            double most = s.dissipation;
            a = i >= 3 ? most : 0;
            b = -s.dt2 * wave_before - s.dt1 * spread_before - (i >= 2 ? 4 * most : 0);
            c = 1 + 2 * s.dt1 * spread_here + (i == 1 || i == n - 2 ? 5 * most : 6 * most);
            d = s.dt2 * wave_behind - s.dt1 * spread_behind - (i <= n - 3 ? 4 * most : 0);
            e = i <= n - 4 ? most : 0;
        }
        b -= a * d2;
        c -= a * e2;
        c -= b * d1;
        d -= b * e1;
        double factor = 1 / c;
        d2 = d1;
        e2 = e1;
        d1 = factor * d;
        e1 = factor * e;
        upper[at] = d1;
        upper[points + at] = e1;
        for (int m = 0; m < count; m++) {
            double r = factor * (rhs[m * points + at] - a * r2[m] - b * r1[m]);
            r2[m] = r1[m];
            r1[m] = r;
            rhs[m * points + at] = r;
        }
        wave_before = wave;
        wave = wave_behind;
        spread_before = spread_here;
        spread_here = spread_behind;
    }
    for (int i = n - 2; i >= 0; i--) {
        size_t at = begin + i * stride;
        double d = upper[at], e = upper[points + at];
        for (int m = 0; m < count; m++) {
            double r = rhs[m * points + at] - d * r1[m];
            if (i < n - 2)
                r -= e * r2[m];
            r2[m] = r1[m];
            r1[m] = r;
            rhs[m * points + at] = r;
        }
    }
}

/* The three matrices of a line, their components, and their place in `upper`: the first is of the velocity, the others
   of the velocity plus and less the speed of sound. */
PORT_BOTH static inline void solve_factor(const struct sweep s, int n, size_t begin, size_t stride, size_t points,
                                          int factor, const double *__restrict__ velocity,
                                          const double *__restrict__ inverse, const double *__restrict__ sound,
                                          double *__restrict__ rhs, double *__restrict__ upper)
{
    if (factor == 0)
        solve_line(s, n, begin, stride, points, 0, velocity, inverse, sound, 3, rhs, upper);
    else
        solve_line(s, n, begin, stride, points, factor == 1 ? 1 : -1, velocity, inverse, sound, 1,
                   rhs + (factor + 2) * points, upper + 2 * factor * points);
}

/* The products with the matrices between the sweeps, at one point; `r` holds the five components. */
PORT_BOTH static inline void before_x(double inverse, double u, double v, double w, double square, double sound,
                                      double *r)
{
    double r1 = r[0], r2 = r[1], r3 = r[2], r4 = r[3], r5 = r[4];
    double t1 = C2 / (sound * sound) * (square * r1 - u * r2 - v * r3 - w * r4 + r5);
    double t2 = ROOT_HALF * inverse * (u * r1 - r2), t3 = ROOT_HALF * inverse * sound * t1;
    r[0] = r1 - t1;
    r[1] = -inverse * (w * r1 - r4);
    r[2] = inverse * (v * r1 - r3);
    r[3] = t3 - t2;
    r[4] = t3 + t2;
}

PORT_BOTH static inline void between_x_and_y(double *r)
{
    double r1 = r[0], r2 = r[1], t1 = ROOT_HALF * r[2], t2 = 0.5 * (r[3] + r[4]);
    r[2] = ROOT_HALF * (r[3] - r[4]);
    r[0] = -r2;
    r[1] = r1;
    r[3] = t2 - t1;
    r[4] = t2 + t1;
}

PORT_BOTH static inline void between_y_and_z(double *r)
{
    double r2 = r[1], t1 = ROOT_HALF * r[0], t2 = 0.5 * (r[3] + r[4]);
    r[0] = ROOT_HALF * (r[3] - r[4]);
    r[1] = -r[2];
    r[2] = r2;
    r[3] = t2 - t1;
    r[4] = t2 + t1;
}

PORT_BOTH static inline void behind_z(double inverse, double u, double v, double w, double square, double sound,
                                      double *r)
{
    double density = 1 / inverse, r1 = r[0], r2 = r[1], r3 = r[2], r4 = r[3], r5 = r[4];
    double t1 = ROOT_HALF * density / sound * (r4 + r5), t2 = r3 + t1, t3 = ROOT_HALF * density * (r4 - r5);
    r[0] = t2;
    r[1] = -density * r2 + u * t2;
    r[2] = density * r1 + v * t2;
    r[3] = w * t2 + t3;
    r[4] = density * (v * r1 - u * r2) + square * t2 + 2.5 * sound * sound * t1 + w * t3;
}

#ifdef __cplusplus
extern "C"
#endif
/* Applies the inverse of the implicit operator to `rhs` (5 components, each of n * n * n points) `steps` times. */
void solve(const struct flow *flow, double *rhs);

#endif
