/* BT, serial. */
#include "pbt.h"

static void right_hand_side(const struct flow *f, const double *u, double *inverse, double *square, double *rhs)
{
    int n = f->n;
    size_t plane = (size_t)n * n, points = plane * n;
    for (size_t at = 0; at < points; at++)
        derive(u, points, at, inverse, square);
    for (int k = 1; k < n - 1; k++) {
        for (int j = 1; j < n - 1; j++) {
            for (int i = 1; i < n - 1; i++) {
                size_t at = k * plane + (size_t)j * n + i;
                double r[5];
                load_point(f->forcing, points, at, r);
                all_directions(n, i, j, k, u, inverse, square, r);
                for (int m = 0; m < 5; m++)
                    rhs[m * points + at] = f->dt * r[m];
            }
        }
    }
}

void solve(const struct flow *f, double *u, double *rhs)
{
    int n = f->n;
    size_t plane = (size_t)n * n, points = plane * n;
    double *inverse = port_allocate(2 * points, sizeof *inverse), *square = inverse + points;
    double *upper = port_allocate(25 * (size_t)n * n * n, sizeof *upper);
    memset(rhs, 0, 5 * points * sizeof *rhs);
    for (int step = 0; step < f->steps; step++) {
        right_hand_side(f, u, inverse, square, rhs);
        for (int a = 1; a < n - 1; a++)
            for (int b = 1; b < n - 1; b++)
                solve_line(direction_of(n, 1), f->dt, n, a * plane + (size_t)b * n, 1, u, inverse, square, rhs, upper,
                           (size_t)a * n + b, plane);
        for (int a = 1; a < n - 1; a++)
            for (int b = 1; b < n - 1; b++)
                solve_line(direction_of(n, 2), f->dt, n, a * plane + b, n, u, inverse, square, rhs, upper,
                           (size_t)a * n + b, plane);
        for (int a = 1; a < n - 1; a++)
            for (int b = 1; b < n - 1; b++)
                solve_line(direction_of(n, 3), f->dt, n, (size_t)a * n + b, plane, u, inverse, square, rhs, upper,
                           (size_t)a * n + b, plane);
        for (size_t i = 0; i < 5 * points; i++)
            u[i] += rhs[i];
    }
    right_hand_side(f, u, inverse, square, rhs);
    free(inverse);
    free(upper);
}
