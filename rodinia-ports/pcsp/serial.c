/* SP's sweeps, serial. */
#include "pcsp.h"

/* All lines of a sweep: the inner points of planes that lie `outer` apart; a plane's lines lie side by side, their
   points `stride` apart. */
static void solve_lines(struct sweep s, int n, size_t outer, size_t stride, const double *velocity,
                        const double *inverse, const double *sound, double *rhs, double *upper)
{
    size_t points = (size_t)n * n * n;
    for (int plane = 1; plane < n - 1; plane++)
        for (int factor = 0; factor < 3; factor++)
            for (int line = 1; line < n - 1; line++)
                solve_factor(s, n, plane * outer + line, stride, points, factor, velocity, inverse, sound, rhs, upper);
}

static void load(const double *from, size_t points, size_t at, double *r)
{
    for (int m = 0; m < 5; m++)
        r[m] = from[m * points + at];
}

static void store(double *to, size_t points, size_t at, const double *r)
{
    for (int m = 0; m < 5; m++)
        to[m * points + at] = r[m];
}

void solve(const struct flow *f, double *rhs)
{
    int n = f->n;
    size_t plane = (size_t)n * n, points = plane * n;
    double *upper = port_allocate(6 * points, sizeof *upper), *turned = port_allocate(5 * points, sizeof *turned);
    struct sweep along = sweep_of(f, 0.75), along_z = sweep_of(f, 1);
    double r[5];
#define EACH_POINT                                                                                                    \
    for (int k = 1; k < n - 1; k++)                                                                                   \
        for (int j = 1; j < n - 1; j++)                                                                               \
            for (int i = 1; i < n - 1; i++)
    for (int step = 0; step < f->steps; step++) {
        EACH_POINT
        {
            size_t at = k * plane + (size_t)j * n + i;
            load(rhs, points, at, r);
            before_x(f->inverse[at], f->u[at], f->v[at], f->w[at], f->square[at], f->sound[at], r);
            store(turned, points, k * plane + (size_t)i * n + j, r);
        }
        solve_lines(along, n, plane, n, f->u_y, f->inverse_y, f->sound_y, turned, upper);
        EACH_POINT
        {
            load(turned, points, k * plane + (size_t)i * n + j, r);
            between_x_and_y(r);
            store(rhs, points, k * plane + (size_t)j * n + i, r);
        }
        solve_lines(along, n, plane, n, f->v, f->inverse, f->sound, rhs, upper);
        EACH_POINT
        {
            size_t at = k * plane + (size_t)j * n + i;
            load(rhs, points, at, r);
            between_y_and_z(r);
            store(rhs, points, at, r);
        }
        solve_lines(along_z, n, n, plane, f->w, f->inverse, f->sound, rhs, upper);
        EACH_POINT
        {
            size_t at = k * plane + (size_t)j * n + i;
            load(rhs, points, at, r);
            behind_z(f->inverse[at], f->u[at], f->v[at], f->w[at], f->square[at], f->sound[at], r);
            store(rhs, points, at, r);
        }
    }
    free(upper);
    free(turned);
}
