/* BT: the benchmark's exact solution at the faces of the cube, and between them what they give by blending. */
#include "pbt.h"

/* Operations of a point and a step: 190 for the right-hand side; a sweep has 3 blocks of about 90, 300 for the lower
   block, 370 for the elimination, 50 for the way back; 5 to add. */
#define OPERATIONS (190 + 3 * (3 * 90 + 300 + 370 + 50) + 5)
/* Words of a point and a step: five are read and two derived ones written; all seven and the forcing are read and the
   right-hand side is written; a sweep reads seven and the right-hand side and writes that and a block, and reads both
   and writes one on its way back; the right-hand side is added to the field. */
#define WORDS (5 + 2 + 7 + 5 + 5 + 3 * (7 + 5 + 5 + 25 + 25 + 5 + 5) + 15)
/* Of how many planes one is written. */
#define EACH_PLANE 8

/* The exact solution's polynomials: coefficients of 1, of x, y, z, of their squares, cubes and fourth powers. */
static const double exact[5][13] = {{2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
                                    {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
                                    {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
                                    {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
                                    {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2}};

static double exact_at(int m, double x, double y, double z)
{
    const double *c = exact[m];
    return c[0] + x * (c[1] + x * (c[4] + x * (c[7] + x * c[10]))) + y * (c[2] + y * (c[5] + y * (c[8] + y * c[11]))) +
           z * (c[3] + z * (c[6] + z * (c[9] + z * c[12])));
}

/* Blends the values at the faces. */
static double blend(int m, double x, double y, double z)
{
    double px = x * exact_at(m, 1, y, z) + (1 - x) * exact_at(m, 0, y, z);
    double py = y * exact_at(m, x, 1, z) + (1 - y) * exact_at(m, x, 0, z);
    double pz = z * exact_at(m, x, y, 1) + (1 - z) * exact_at(m, x, y, 0);
    return px + py + pz - px * py - px * pz - py * pz + px * py * pz;
}

static int is_face(int n, int i, int j, int k)
{
    return i == 0 || i == n - 1 || j == 0 || j == n - 1 || k == 0 || k == n - 1;
}

#define EACH_POINT(n, at)                                                                                             \
    for (int k = 0; k < (n); k++)                                                                                     \
        for (int j = 0; j < (n); j++)                                                                                 \
            for (int i = 0; i < (n); i++, (at)++)

/* The forcing is the spatial part of the equations for the exact solution, negated. */
static void make(int n, double *u, double *forcing)
{
    size_t points = (size_t)n * n * n, at = 0;
    double *inverse = port_allocate(2 * points, sizeof *inverse), *square = inverse + points;
    double *solution = port_allocate(5 * points, sizeof *solution);
    EACH_POINT(n, at)
    {
        double x = (double)i / (n - 1), y = (double)j / (n - 1), z = (double)k / (n - 1);
        for (int m = 0; m < 5; m++) {
            solution[m * points + at] = exact_at(m, x, y, z);
            u[m * points + at] = is_face(n, i, j, k) ? solution[m * points + at] : blend(m, x, y, z);
        }
        derive(solution, points, at, inverse, square);
    }
    at = 0;
    EACH_POINT(n, at)
    {
        double r[5] = {0};
        if (!is_face(n, i, j, k))
            all_directions(n, i, j, k, solution, inverse, square, r);
        for (int m = 0; m < 5; m++)
            forcing[m * points + at] = -r[m];
    }
    free(inverse);
    free(solution);
}

/* The benchmark's norms: of the right-hand side, then of the difference to the exact solution. */
static void norms(const struct flow *f, const double *u, const double *rhs, double *norm)
{
    int n = f->n;
    size_t points = (size_t)n * n * n, at = 0;
    double inner = (double)(n - 2) * (n - 2) * (n - 2);
    memset(norm, 0, 10 * sizeof *norm);
    EACH_POINT(n, at)
    {
        for (int m = 0; m < 5; m++) {
            double x = (double)i / (n - 1), y = (double)j / (n - 1), z = (double)k / (n - 1);
            double residual = rhs[m * points + at] / f->dt, error = u[m * points + at] - exact_at(m, x, y, z);
            norm[m] += residual * residual;
            norm[5 + m] += error * error;
        }
    }
    for (int m = 0; m < 10; m++)
        norm[m] = sqrt(norm[m] / inner);
}

int main(int argc, char **argv)
{
    static const int edges[] = {9, 12, 102}, steps[] = {2, 60, 5};
    static const double dts[] = {0.01, 0.01, 0.0003};
    struct port_arguments a = port_arguments(argc, argv);
    int n = edges[a.size];
    size_t points = (size_t)n * n * n;
    double *first = port_allocate(5 * points, sizeof *first), *forcing = port_allocate(5 * points, sizeof *forcing);
    double *u = port_allocate(5 * points, sizeof *u), *rhs = port_allocate(5 * points, sizeof *rhs), norm[10];
    make(n, first, forcing);
    struct flow flow = {n, steps[a.size], dts[a.size], forcing};

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        memcpy(u, first, 5 * points * sizeof *u);
        double start = port_seconds();
        solve(&flow, u, rhs);
        seconds += port_seconds() - start;
    }
    double inner = (double)(n - 2) * (n - 2) * (n - 2) * flow.steps;
    port_report(seconds / a.repeat, a.repeat, OPERATIONS * inner, WORDS * sizeof *u * inner);
    norms(&flow, u, rhs, norm);
    port_write("norms.f64", norm, 10, sizeof *norm);
    size_t plane = (size_t)n * n, written = 0;
    for (int m = 0; m < 5; m++)
        for (int k = 1; k < n; k += EACH_PLANE, written += plane)
            memmove(u + written, u + m * points + k * plane, plane * sizeof *u);
    port_write("u.f64", u, written, sizeof *u);
    free(first);
    free(forcing);
    free(u);
    free(rhs);
    return 0;
}
