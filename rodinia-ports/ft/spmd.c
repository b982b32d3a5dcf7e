/* FT: Stockham's steps over all points, two at a time, a thread four points; they go to and fro between two fields. */
#include "ft.h"

/* Two steps, or the last one of an odd number: the lines' quarters are taken together; `m` is the product of the radices
   before. */
static void steps_of_transform(const int *extent, int dimension, int m, double sign, const struct complex *root,
                               const struct complex *from, struct complex *to)
{
    int nx = extent[0], ny = extent[1], nz = extent[2];
    int mx = dimension == 0 ? nx / 4 : nx, my = dimension == 1 ? ny / 4 : ny, mz = dimension == 2 ? nz / 4 : nz;
    int n = extent[dimension], quarter = n / 4, spread = MOST / n;
    size_t stride = line_stride(dimension, nx, ny);
#pragma omp target teams distribute parallel for collapse(3)
    for (int z = 0; z < mz; z++) {
        for (int y = 0; y < my; y++) {
            for (int x = 0; x < mx; x++) {
                int i = dimension == 0 ? x : dimension == 1 ? y : z;
                size_t at = x + (size_t)nx * (y + (size_t)ny * z);
                struct complex p[4];
                for (int s = 0; s < 4; s++)
                    p[s] = from[at + s * quarter * stride];
                if (4 * m <= n) {
                    int k = i & (m - 1);
                    int power = (i - k) * spread;
                    struct complex w[3] = {root[power], root[2 * power], root[3 * power]};
                    two_steps(w, sign, p);
                    at += 3 * (i - k) * stride;
                    for (int s = 0; s < 4; s++)
                        to[at + s * m * stride] = p[s];
                } else {
                    /* The roots of the last step are 1. */
                    for (int s = 0; s < 2; s++) {
                        struct complex u = p[s], v = p[s + 2];
                        to[at + s * quarter * stride] = (struct complex){u.re + v.re, u.im + v.im};
                        to[at + (s * quarter + m) * stride] = (struct complex){u.re - v.re, u.im - v.im};
                    }
                }
            }
        }
    }
}

/* Transforms field `a`, with `b` as scratch; returns the one that holds the result. */
static struct complex *transform(const int *extent, double sign, const struct complex *root, struct complex *a,
                                 struct complex *b)
{
    for (int dimension = 0; dimension < 3; dimension++) {
        for (int m = 1; m < extent[dimension]; m *= 4) {
            steps_of_transform(extent, dimension, m, sign, root, a, b);
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
                struct complex wave = waves[i];
                wave.re *= damping[i];
                wave.im *= damping[i];
                waves[i] = wave;
                other[i] = wave;
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
