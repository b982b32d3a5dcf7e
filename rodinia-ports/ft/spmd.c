/* FT: each step of Stockham's transform over all points, a thread a butterfly; the steps go to and fro between two
   fields. */
#include "ft.h"

/* One step: the lines' first halves are taken together with their second halves; `m` doubles with each step. */
static void step_of_transform(const int *extent, int dimension, int m, double sign, const struct complex *root,
                              const struct complex *from, struct complex *to)
{
    int nx = extent[0], ny = extent[1], nz = extent[2];
    int mx = dimension == 0 ? nx / 2 : nx, my = dimension == 1 ? ny / 2 : ny, mz = dimension == 2 ? nz / 2 : nz;
    int n = extent[dimension];
    size_t stride = dimension == 0 ? 1 : dimension == 1 ? (size_t)nx : (size_t)nx * ny;
#pragma omp target teams distribute parallel for collapse(3)
    for (int z = 0; z < mz; z++) {
        for (int y = 0; y < my; y++) {
            for (int x = 0; x < mx; x++) {
                int butterfly = dimension == 0 ? x : dimension == 1 ? y : z, k = butterfly & (m - 1);
                size_t at = x + (size_t)nx * (y + (size_t)ny * z), target = at + (butterfly - k) * stride;
                struct complex w = root[(butterfly - k) * (MOST / n)];
                struct complex u = from[at], v = from[at + n / 2 * stride], d = {u.re - v.re, u.im - v.im};
                w.im *= sign;
                to[target].re = u.re + v.re;
                to[target].im = u.im + v.im;
                to[target + m * stride].re = w.re * d.re - w.im * d.im;
                to[target + m * stride].im = w.re * d.im + w.im * d.re;
            }
        }
    }
}

/* Transforms field `a`, with `b` as scratch; returns the one that holds the result. */
static struct complex *transform(const int *extent, double sign, const struct complex *root, struct complex *a,
                                 struct complex *b)
{
    for (int dimension = 0; dimension < 3; dimension++) {
        for (int m = 1; m < extent[dimension]; m *= 2) {
            step_of_transform(extent, dimension, m, sign, root, a, b);
            struct complex *last = a;
            a = b;
            b = last;
        }
    }
    return a;
}

void solve(const struct field *field, struct complex *checksum)
{
    int nx = field->extent[0], ny = field->extent[1], nz = field->extent[2];
    size_t points = (size_t)nx * ny * nz;
    struct complex *initial = port_allocate(points, sizeof *initial), *a = port_allocate(points, sizeof *a);
    struct complex *b = port_allocate(points, sizeof *b);
    const struct complex *root = field->root;
    const double *damping = field->damping;
    memcpy(initial, field->initial, points * sizeof *initial);
#pragma omp target data map(to : initial[0 : points], damping[0 : points], root[0 : MOST])                            \
    map(alloc : a[0 : points], b[0 : points])
    {
        struct complex *waves = transform(field->extent, 1, root, initial, a);
        struct complex *other = waves == initial ? a : initial;
        for (int step = 0; step < field->steps; step++) {
#pragma omp target teams distribute parallel for
            for (size_t i = 0; i < points; i++) {
                waves[i].re *= damping[i];
                waves[i].im *= damping[i];
                other[i] = waves[i];
            }
            struct complex *u = transform(field->extent, -1, root, other, b);
            double re = 0, im = 0;
#pragma omp target teams distribute parallel for reduction(+ : re, im) map(tofrom : re, im)
            for (int j = 1; j <= SAMPLES; j++) {
                size_t at = sample_point(j, nx, ny, nz);
                re += u[at].re;
                im += u[at].im;
            }
            checksum[step].re = re / points;
            checksum[step].im = im / points;
        }
    }
    free(initial);
    free(a);
    free(b);
}
