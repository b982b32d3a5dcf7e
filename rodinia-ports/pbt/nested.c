/* BT: a team a row of points for the right-hand side, a team a plane of lines for the sweeps, a thread a line. */
#include "pbt.h"

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

static void sweep_x(int n, double dt, const double *u, const double *inverse, const double *square, double *rhs,
                    double *upper)
{
    size_t plane = (size_t)n * n;
#pragma omp target teams distribute
    for (int a = 1; a < n - 1; a++) {
#pragma omp parallel for
        for (int b = 1; b < n - 1; b++)
            solve_line(direction_of(n, 1), dt, n, a * plane + (size_t)b * n, 1, u, inverse, square, rhs, upper,
                       (size_t)a * n + b, plane);
    }
}

static void sweep_y(int n, double dt, const double *u, const double *inverse, const double *square, double *rhs,
                    double *upper)
{
    size_t plane = (size_t)n * n;
#pragma omp target teams distribute
    for (int a = 1; a < n - 1; a++) {
#pragma omp parallel for
        for (int b = 1; b < n - 1; b++)
            solve_line(direction_of(n, 2), dt, n, a * plane + b, n, u, inverse, square, rhs, upper,
                       (size_t)a * n + b, plane);
    }
}

static void sweep_z(int n, double dt, const double *u, const double *inverse, const double *square, double *rhs,
                    double *upper)
{
    size_t plane = (size_t)n * n;
#pragma omp target teams distribute
    for (int a = 1; a < n - 1; a++) {
#pragma omp parallel for
        for (int b = 1; b < n - 1; b++)
            solve_line(direction_of(n, 3), dt, n, (size_t)a * n + b, plane, u, inverse, square, rhs, upper,
                       (size_t)a * n + b, plane);
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
            sweep_x(n, dt, u, inverse, square, rhs, upper);
            sweep_y(n, dt, u, inverse, square, rhs, upper);
            sweep_z(n, dt, u, inverse, square, rhs, upper);
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
