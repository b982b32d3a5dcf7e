/* BT: a team a row of points for the right-hand side. In a sweep a team takes LINES neighbouring lines and goes along
   them point by point; its threads share the rows of the lines' blocks, which are in the team's own memory. */
#include "pbt.h"

/* So that five rows of each are as many as a usual team has threads. */
#define LINES 25

static void derive_all(size_t points, const double *u, double *inverse, double *square)
{
#pragma omp target teams distribute parallel for
    for (size_t at = 0; at < points; at++)
        derive(u, points, at, inverse, square);
}

static void right_hand_side(int n, double dt, const double *forcing, const double *u, const double *inverse,
                            const double *square, double *rhs)
{
    size_t plane = (size_t)n * n, points = plane * n;
#pragma omp target teams distribute collapse(2)
    for (int k = 1; k < n - 1; k++) {
        for (int j = 1; j < n - 1; j++) {
#pragma omp parallel for
            for (int i = 1; i < n - 1; i++) {
                size_t at = k * plane + (size_t)j * n + i;
                double r[5];
                load_point(forcing, points, at, r);
                all_directions(n, i, j, k, u, inverse, square, r);
                for (int m = 0; m < 5; m++)
                    rhs[m * points + at] = dt * r[m];
            }
        }
    }
}

/* A sweep: lines begin at `line_stride` times their number and `plane_stride` times their plane's; their points lie
   `stride` apart. */
static void sweep(int n, double dt, struct direction d, size_t line_stride, size_t plane_stride, size_t stride,
                  const double *u, const double *inverse, const double *square, double *rhs, double *upper)
{
    size_t plane = (size_t)n * n, points = plane * n;
    double t1 = dt * d.t1, t2 = dt * d.t2, spread = t1 * d.diffusion;
    int momentum = d.momentum;
#pragma omp target teams distribute collapse(2)
    for (int a = 1; a < n - 1; a++) {
        for (int first = 1; first < n - 1; first += LINES) {
            /* The middle and the upper block and the right-hand side of a point, then those of the point before. */
            double middle[5][5][LINES], next[5][5][LINES], r[5][LINES], above[5][5][LINES], last[5][LINES];
            int lines = n - 1 - first < LINES ? n - 1 - first : LINES;
            size_t begin = a * plane_stride + first * line_stride, upper_begin = (size_t)a * n + first;
            for (int i = 0; i < n; i++) {
                int inner = i > 0 && i < n - 1;
#pragma omp parallel for collapse(2)
                for (int row = 0; row < 5; row++) {
                    for (int line = 0; line < lines; line++) {
                        size_t at = begin + line * line_stride + i * stride;
                        double here[5], m[5] = {0, 0, 0, 0, 0}, x[5] = {0, 0, 0, 0, 0}, lower[5];
                        double value = rhs[row * points + at];
                        if (inner) {
                            load_point(u, points, at, here);
                            block_row(momentum, row, here, inverse[at], square[at], 0, 2 * t1, 1 + 2 * spread, m);
                            load_point(u, points, at - stride, here);
                            block_row(momentum, row, here, inverse[at - stride], square[at - stride], -t2, -t1,
                                      -spread, lower);
                            for (int c = 0; c < 5; c++) {
                                value -= lower[c] * last[c][line];
                                for (int k = 0; k < 5; k++)
                                    m[k] -= lower[c] * above[c][k][line];
                            }
                            load_point(u, points, at + stride, here);
                            block_row(momentum, row, here, inverse[at + stride], square[at + stride], t2, -t1,
                                      -spread, x);
                        }
                        for (int c = 0; c < 5; c++) {
                            middle[row][c][line] = !inner && c == row ? 1 : m[c];
                            next[row][c][line] = x[c];
                        }
                        r[row][line] = value;
                    }
                }
                for (int p = 0; p < 5; p++) {
#pragma omp parallel for collapse(2)
                    for (int row = 0; row < 5; row++) {
                        for (int line = 0; line < lines; line++) {
                            if (row == p)
                                continue;
                            double factor = middle[row][p][line] / middle[p][p][line];
                            for (int c = p + 1; c < 5; c++)
                                middle[row][c][line] -= factor * middle[p][c][line];
                            for (int c = 0; c < 5; c++)
                                next[row][c][line] -= factor * next[p][c][line];
                            r[row][line] -= factor * r[p][line];
                        }
                    }
                }
#pragma omp parallel for collapse(2)
                for (int row = 0; row < 5; row++) {
                    for (int line = 0; line < lines; line++) {
                        double scale = 1 / middle[row][row][line];
                        last[row][line] = scale * r[row][line];
                        rhs[row * points + begin + line * line_stride + i * stride] = last[row][line];
                        for (int c = 0; c < 5; c++) {
                            above[row][c][line] = scale * next[row][c][line];
                            upper[(5 * row + c) * points + upper_begin + line + i * plane] = above[row][c][line];
                        }
                    }
                }
            }
            for (int i = n - 2; i >= 0; i--) {
                /* What is last for one point is `r` for the next, and the other way round. */
                double(*behind)[LINES] = (n - i) % 2 == 0 ? last : r, (*here)[LINES] = (n - i) % 2 == 0 ? r : last;
#pragma omp parallel for collapse(2)
                for (int row = 0; row < 5; row++) {
                    for (int line = 0; line < lines; line++) {
                        size_t at = row * points + begin + line * line_stride + i * stride;
                        double value = rhs[at];
                        for (int c = 0; c < 5; c++)
                            value -= upper[(5 * row + c) * points + upper_begin + line + i * plane] * behind[c][line];
                        here[row][line] = value;
                        rhs[at] = value;
                    }
                }
            }
        }
    }
}

void solve(const struct flow *f, double *u, double *rhs)
{
    int n = f->n;
    size_t plane = (size_t)n * n, points = plane * n;
    double dt = f->dt, *inverse = port_allocate(points, sizeof *inverse);
    double *square = port_allocate(points, sizeof *square), *upper = port_allocate(25 * points, sizeof *upper);
    const double *forcing = f->forcing;
    memset(rhs, 0, 5 * points * sizeof *rhs);
#pragma omp target data map(to : forcing[0 : 5 * points]) map(tofrom : u[0 : 5 * points], rhs[0 : 5 * points])        \
    map(alloc : inverse[0 : points], square[0 : points], upper[0 : 25 * points])
    {
        for (int step = 0; step < f->steps; step++) {
            derive_all(points, u, inverse, square);
            right_hand_side(n, dt, forcing, u, inverse, square, rhs);
            sweep(n, dt, direction_of(n, 1), n, plane, 1, u, inverse, square, rhs, upper);
            sweep(n, dt, direction_of(n, 2), 1, plane, n, u, inverse, square, rhs, upper);
            sweep(n, dt, direction_of(n, 3), 1, n, plane, u, inverse, square, rhs, upper);
#pragma omp target teams distribute parallel for
            for (size_t i = 0; i < 5 * points; i++)
                u[i] += rhs[i];
        }
        derive_all(points, u, inverse, square);
        right_hand_side(n, dt, forcing, u, inverse, square, rhs);
    }
    free(inverse);
    free(square);
    free(upper);
}
