/* SP's sweeps: a team takes LINES neighbouring lines, its threads share these and their three matrices. Where a sweep
   needs the other order of the points, teams turn tiles over in their own memory. */
#include "pcsp.h"

#define TILE 16
#define LINES 32

static inline void load(const double *from, size_t points, size_t at, double *r)
{
    for (int m = 0; m < 5; m++)
        r[m] = from[m * points + at];
}

static inline void store(double *to, size_t points, size_t at, const double *r)
{
    for (int m = 0; m < 5; m++)
        to[m * points + at] = r[m];
}

/* All lines of a sweep: the inner points of planes that lie `outer` apart; a plane's lines lie side by side, their
   points `stride` apart. */
static void solve_lines(struct sweep s, int n, size_t outer, size_t stride, const double *velocity,
                        const double *inverse, const double *sound, double *rhs, double *upper)
{
    size_t points = (size_t)n * n * n;
#pragma omp target teams distribute collapse(2)
    for (int plane = 1; plane < n - 1; plane++) {
        for (int first = 1; first < n - 1; first += LINES) {
            int end = first + LINES < n - 1 ? first + LINES : n - 1;
#pragma omp parallel for collapse(2)
            for (int factor = 0; factor < 3; factor++)
                for (int line = first; line < end; line++)
                    solve_factor(s, n, plane * outer + line, stride, points, factor, velocity, inverse, sound, rhs,
                                 upper);
        }
    }
}

void solve(const struct flow *f, double *rhs)
{
    int n = f->n;
    size_t plane = (size_t)n * n, points = plane * n;
    double *upper = port_allocate(6 * points, sizeof *upper), *turned = port_allocate(5 * points, sizeof *turned);
    struct sweep along = sweep_of(f, 0.75), along_z = sweep_of(f, 1);
    const double *inverse = f->inverse, *u = f->u, *v = f->v, *w = f->w, *square = f->square, *sound = f->sound;
    const double *inverse_y = f->inverse_y, *u_y = f->u_y, *sound_y = f->sound_y;
#pragma omp target data map(to : inverse[0 : points], u[0 : points], v[0 : points], w[0 : points])                    \
    map(to : square[0 : points], sound[0 : points], inverse_y[0 : points], u_y[0 : points], sound_y[0 : points])      \
    map(to : turned[0 : 5 * points]) map(alloc : upper[0 : 6 * points]) map(tofrom : rhs[0 : 5 * points])
    for (int step = 0; step < f->steps; step++) {
#pragma omp target teams distribute collapse(3)
        for (int k = 1; k < n - 1; k++) {
            for (int first_j = 1; first_j < n - 1; first_j += TILE) {
                for (int first_i = 1; first_i < n - 1; first_i += TILE) {
                    double tile[5][TILE][TILE + 1];
                    int end_j = first_j + TILE < n - 1 ? first_j + TILE : n - 1;
                    int end_i = first_i + TILE < n - 1 ? first_i + TILE : n - 1;
#pragma omp parallel for collapse(2)
                    for (int j = first_j; j < end_j; j++) {
                        for (int i = first_i; i < end_i; i++) {
                            size_t at = k * plane + (size_t)j * n + i;
                            double r[5];
                            load(rhs, points, at, r);
                            before_x(inverse[at], u[at], v[at], w[at], square[at], sound[at], r);
                            for (int m = 0; m < 5; m++)
                                tile[m][j - first_j][i - first_i] = r[m];
                        }
                    }
#pragma omp parallel for collapse(2)
                    for (int i = first_i; i < end_i; i++) {
                        for (int j = first_j; j < end_j; j++) {
                            for (int m = 0; m < 5; m++)
                                turned[m * points + k * plane + (size_t)i * n + j] = tile[m][j - first_j][i - first_i];
                        }
                    }
                }
            }
        }
        solve_lines(along, n, plane, n, u_y, inverse_y, sound_y, turned, upper);
#pragma omp target teams distribute collapse(3)
        for (int k = 1; k < n - 1; k++) {
            for (int first_j = 1; first_j < n - 1; first_j += TILE) {
                for (int first_i = 1; first_i < n - 1; first_i += TILE) {
                    double tile[5][TILE][TILE + 1];
                    int end_j = first_j + TILE < n - 1 ? first_j + TILE : n - 1;
                    int end_i = first_i + TILE < n - 1 ? first_i + TILE : n - 1;
#pragma omp parallel for collapse(2)
                    for (int i = first_i; i < end_i; i++) {
                        for (int j = first_j; j < end_j; j++) {
                            double r[5];
                            load(turned, points, k * plane + (size_t)i * n + j, r);
                            between_x_and_y(r);
                            for (int m = 0; m < 5; m++)
                                tile[m][j - first_j][i - first_i] = r[m];
                        }
                    }
#pragma omp parallel for collapse(2)
                    for (int j = first_j; j < end_j; j++) {
                        for (int i = first_i; i < end_i; i++) {
                            for (int m = 0; m < 5; m++)
                                rhs[m * points + k * plane + (size_t)j * n + i] = tile[m][j - first_j][i - first_i];
                        }
                    }
                }
            }
        }
        solve_lines(along, n, plane, n, v, inverse, sound, rhs, upper);
#pragma omp target teams distribute collapse(2)
        for (int k = 1; k < n - 1; k++) {
            for (int j = 1; j < n - 1; j++) {
#pragma omp parallel for
                for (int i = 1; i < n - 1; i++) {
                    size_t at = k * plane + (size_t)j * n + i;
                    double r[5];
                    load(rhs, points, at, r);
                    between_y_and_z(r);
                    store(rhs, points, at, r);
                }
            }
        }
        solve_lines(along_z, n, n, plane, w, inverse, sound, rhs, upper);
#pragma omp target teams distribute collapse(2)
        for (int k = 1; k < n - 1; k++) {
            for (int j = 1; j < n - 1; j++) {
#pragma omp parallel for
                for (int i = 1; i < n - 1; i++) {
                    size_t at = k * plane + (size_t)j * n + i;
                    double r[5];
                    load(rhs, points, at, r);
                    behind_z(inverse[at], u[at], v[at], w[at], square[at], sound[at], r);
                    store(rhs, points, at, r);
                }
            }
        }
    }
    free(upper);
    free(turned);
}
