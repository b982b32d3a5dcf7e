#ifndef PBT_H
#define PBT_H

#include <math.h>

#include "port.h"

/* A flow in a cube of `n` points an edge, x fastest. A field has five components: density, momentum along x, y and z,
   energy; all points of a component lie together. `forcing` makes the benchmark's exact solution a steady one. */
struct flow {
    int n, steps;
    double dt;
    const double *forcing;
};

#define C1 1.4
#define C2 0.4
#define C3C4 0.1
#define C1345 0.196
#define CON43 (4.0 / 3)
#define DISSIPATION 0.25

#ifdef __CUDACC__
#define PORT_BOTH __host__ __device__
#else
#define PORT_BOTH
#endif

/* What a direction's equations hold: the first momentum is 1, the diffusion, 1 over the spacing's square, 1 over twice
   the spacing. */
struct direction {
    int momentum;
    double diffusion, t1, t2;
};

PORT_BOTH static inline struct direction direction_of(int n, int momentum)
{
    double edges = n - 1;
    struct direction d = {momentum, momentum == 3 ? 1 : 0.75, edges * edges, edges / 2};
    return d;
}

/* ---- The right-hand side ---- */

/* Of a point: the inverse of the density, and half the square of the momentum over the density. */
PORT_BOTH static inline void derive(const double *u, size_t points, size_t at, double *inverse, double *square)
{
    double i = 1 / u[at], x = u[points + at], y = u[2 * points + at], z = u[3 * points + at];
    inverse[at] = i;
    square[at] = 0.5 * (x * x + y * y + z * z) * i;
}

#define SECOND(behind, here, before) ((behind)-2 * (here) + (before))

/* Adds to `r` (five components) what neighbours along a direction contribute at the inner point `at`, the `i`-th of
   its line, whose points lie `stride` apart. */
PORT_BOTH static inline void add_direction(struct direction d, int n, int i, size_t at, size_t stride, size_t points,
                                           const double *__restrict__ u, const double *__restrict__ inverse,
                                           const double *__restrict__ square, double *r)
{
    size_t behind = at + stride, before = at - stride;
    const double *along = u + d.momentum * points, *energy = u + 4 * points;
    double ib = inverse[before], ih = inverse[at], ia = inverse[behind];
    double sb = square[before], sh = square[at], sa = square[behind];
    double eb = energy[before], eh = energy[at], ea = energy[behind];
    double wb = along[before] * ib, wh = along[at] * ih, wa = along[behind] * ia, viscous = C3C4 * d.t1;
    double diffusion = d.diffusion * d.t1;
    r[0] += diffusion * SECOND(u[behind], u[at], u[before]) - d.t2 * (along[behind] - along[before]);
    for (int m = 1; m < 4; m++) {
        double mb = u[m * points + before], mh = u[m * points + at], ma = u[m * points + behind];
        double pressure = m == d.momentum ? C2 * (ea - sa - eb + sb) : 0;
        r[m] += diffusion * SECOND(ma, mh, mb) +
                (m == d.momentum ? CON43 : 1) * viscous * SECOND(ma * ia, mh * ih, mb * ib) -
                d.t2 * (ma * wa - mb * wb + pressure);
    }
    r[4] += diffusion * SECOND(ea, eh, eb) + (1 - C1 * C1) * viscous * SECOND(sa * ia, sh * ih, sb * ib) +
            viscous / 6 * SECOND(wa * wa, wh * wh, wb * wb) + C1 * C1 * viscous * SECOND(ea * ia, eh * ih, eb * ib) -
            d.t2 * ((C1 * ea - C2 * sa) * wa - (C1 * eb - C2 * sb) * wb);
    for (int m = 0; m < 5; m++) {
        const double *v = u + m * points;
        double sum = (i == 1 || i == n - 2 ? 5 : 6) * v[at];
        if (i > 1)
            sum -= 4 * v[before];
        if (i > 2)
            sum += v[before - stride];
        if (i < n - 2)
            sum -= 4 * v[behind];
        if (i < n - 3)
            sum += v[behind + stride];
        r[m] -= DISSIPATION * sum;
    }
}

/* The spatial part of the equations at an inner point. */
PORT_BOTH static inline void all_directions(int n, int i, int j, int k, const double *__restrict__ u,
                                            const double *__restrict__ inverse, const double *__restrict__ square,
                                            double *r)
{
    size_t plane = (size_t)n * n, points = plane * n, at = k * plane + (size_t)j * n + i;
    add_direction(direction_of(n, 1), n, i, at, 1, points, u, inverse, square, r);
    add_direction(direction_of(n, 2), n, j, at, n, points, u, inverse, square, r);
    add_direction(direction_of(n, 3), n, k, at, plane, points, u, inverse, square, r);
}

/* ---- The sweeps ---- */

/* One row of `flux` times the flux's derivative by the field at a point, plus `viscous` times that of the viscous flux,
   plus `diagonal` on the diagonal. */
PORT_BOTH static inline void block_row(int momentum, int row, const double *u, double inverse, double square,
                                       double flux, double viscous, double diagonal, double *block)
{
    double i2 = inverse * inverse, w = u[momentum] * inverse, q = square * inverse;
    double c43 = CON43 * C3C4;
    if (row == 0) {
        for (int c = 0; c < 5; c++)
            block[c] = c == momentum ? flux : 0;
        block[0] += diagonal;
    } else if (row < 4) {
        double mine = row == 1 ? u[1] : row == 2 ? u[2] : u[3], k = row == momentum ? c43 : C3C4;
        block[0] = flux * ((row == momentum ? C2 * q : 0) - mine * inverse * w) - viscous * k * i2 * mine;
        for (int c = 1; c < 4; c++) {
            double x = c == momentum ? mine * inverse : 0;
            if (c == row)
                x += w;
            if (row == momentum)
                x -= C2 * u[c] * inverse;
            block[c] = flux * x + (c == row ? viscous * k * inverse + diagonal : 0);
        }
        block[4] = row == momentum ? flux * C2 : 0;
    } else {
        double sum = C1345 * i2 * u[4];
        for (int c = 1; c < 4; c++) {
            double k = (c == momentum ? c43 : C3C4) - C1345;
            sum += k * i2 * inverse * u[c] * u[c];
            double x = -C2 * u[c] * inverse * w + (c == momentum ? C1 * u[4] * inverse - C2 * q : 0);
            block[c] = flux * x + viscous * k * i2 * u[c];
        }
        block[0] = flux * (2 * C2 * square - C1 * u[4]) * inverse * w - viscous * sum;
        block[4] = flux * C1 * w + viscous * C1345 * inverse + diagonal;
    }
}

PORT_BOTH static inline void load_point(const double *__restrict__ u, size_t points, size_t at, double *here)
{
    for (int m = 0; m < 5; m++)
        here[m] = u[m * points + at];
}

/* Solves the equations of one line: a matrix with three diagonals of 5 by 5 blocks, eliminated downwards, solved
   upwards. The points of the line lie `stride` apart. `upper` keeps the upper blocks: those of the line's next point
   lie `upper_stride` behind those of `upper_begin`, a block's elements `points` apart. */
PORT_BOTH static inline void solve_line(struct direction d, double dt, int n, size_t begin, size_t stride,
                                        const double *__restrict__ u, const double *__restrict__ inverse,
                                        const double *__restrict__ square, double *__restrict__ rhs,
                                        double *__restrict__ upper, size_t upper_begin, size_t upper_stride)
{
    size_t points = (size_t)n * n * n;
    double t1 = dt * d.t1, t2 = dt * d.t2, spread = t1 * d.diffusion;
    /* Of the point before: the upper block and the right-hand side. */
    double above[5][5] = {{0}}, last[5] = {0};
    for (int i = 0; i < n; i++) {
        size_t at = begin + i * stride;
        double middle[5][5] = {{0}}, next[5][5] = {{0}}, r[5], here[5];
        load_point(rhs, points, at, r);
        if (i == 0 || i == n - 1) {
            for (int m = 0; m < 5; m++)
                middle[m][m] = 1;
        } else {
            load_point(u, points, at, here);
            for (int m = 0; m < 5; m++)
                block_row(d.momentum, m, here, inverse[at], square[at], 0, 2 * t1, 1 + 2 * spread, middle[m]);
            load_point(u, points, at - stride, here);
            for (int m = 0; m < 5; m++) {
                double lower[5];
                block_row(d.momentum, m, here, inverse[at - stride], square[at - stride], -t2, -t1, -spread, lower);
                for (int c = 0; c < 5; c++) {
                    r[m] -= lower[c] * last[c];
                    for (int k = 0; k < 5; k++)
                        middle[m][k] -= lower[c] * above[c][k];
                }
            }
            load_point(u, points, at + stride, here);
            for (int m = 0; m < 5; m++)
                block_row(d.momentum, m, here, inverse[at + stride], square[at + stride], t2, -t1, -spread, next[m]);
        }
        for (int p = 0; p < 5; p++) {
            double pivot = 1 / middle[p][p];
            for (int c = p + 1; c < 5; c++)
                middle[p][c] *= pivot;
            for (int c = 0; c < 5; c++)
                next[p][c] *= pivot;
            r[p] *= pivot;
            for (int m = 0; m < 5; m++) {
                if (m == p)
                    continue;
                double factor = middle[m][p];
                for (int c = p + 1; c < 5; c++)
                    middle[m][c] -= factor * middle[p][c];
                for (int c = 0; c < 5; c++)
                    next[m][c] -= factor * next[p][c];
                r[m] -= factor * r[p];
            }
        }
        for (int m = 0; m < 5; m++) {
            last[m] = r[m];
            rhs[m * points + at] = r[m];
            for (int c = 0; c < 5; c++) {
                above[m][c] = next[m][c];
                upper[(5 * m + c) * points + upper_begin + i * upper_stride] = next[m][c];
            }
        }
    }
    for (int i = n - 2; i >= 0; i--) {
        size_t at = begin + i * stride;
        double r[5];
        for (int m = 0; m < 5; m++) {
            r[m] = rhs[m * points + at];
            for (int c = 0; c < 5; c++)
                r[m] -= upper[(5 * m + c) * points + upper_begin + i * upper_stride] * last[c];
        }
        for (int m = 0; m < 5; m++) {
            last[m] = r[m];
            rhs[m * points + at] = r[m];
        }
    }
}

#ifdef __cplusplus
extern "C"
#endif
/* Does the flow's steps with the field `u`, and writes the right-hand side behind the last of them to `rhs`. */
void solve(const struct flow *flow, double *u, double *rhs);

#endif
