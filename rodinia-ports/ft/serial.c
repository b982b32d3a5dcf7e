/* FT, serial: a few lines at a time are copied to a buffer and transformed there. */
#include "ft.h"

#define LINES 16

/* Transforms `LINES` lines of `n` points, point by point in `a`, with Stockham's steps; `b` is as large. The result is
   in the buffer that is returned. */
static struct complex *transform_lines(int n, double sign, const struct complex *root, struct complex *a,
                                       struct complex *b)
{
    for (int half = n / 2, m = 1; m < n; m *= 2) {
        for (int butterfly = 0; butterfly < half; butterfly++) {
            int k = butterfly & (m - 1), to = 2 * butterfly - k;
            struct complex w = root[(butterfly - k) * (MOST / n)];
            w.im *= sign;
            for (int line = 0; line < LINES; line++) {
                struct complex u = a[butterfly * LINES + line], v = a[(butterfly + half) * LINES + line];
                struct complex d = {u.re - v.re, u.im - v.im};
                b[to * LINES + line].re = u.re + v.re;
                b[to * LINES + line].im = u.im + v.im;
                b[(to + m) * LINES + line].re = w.re * d.re - w.im * d.im;
                b[(to + m) * LINES + line].im = w.re * d.im + w.im * d.re;
            }
        }
        struct complex *last = a;
        a = b;
        b = last;
    }
    return a;
}

static void transform(const struct field *field, double sign, struct complex *u)
{
    static struct complex buffers[2][MOST * LINES];
    int nx = field->extent[0], ny = field->extent[1], nz = field->extent[2];
    for (int dimension = 0; dimension < 3; dimension++) {
        int n = field->extent[dimension];
        size_t stride = line_stride(dimension, nx, ny), lines = (size_t)nx * ny * nz / n;
        for (size_t first = 0; first < lines; first += LINES) {
            for (int i = 0; i < n; i++)
                for (int line = 0; line < LINES; line++)
                    buffers[0][i * LINES + line] = u[line_begin(dimension, first + line, nx, ny) + i * stride];
            struct complex *result = transform_lines(n, sign, field->root, buffers[0], buffers[1]);
            for (int i = 0; i < n; i++)
                for (int line = 0; line < LINES; line++)
                    u[line_begin(dimension, first + line, nx, ny) + i * stride] = result[i * LINES + line];
        }
    }
}

void solve(const struct field *field, struct complex *checksum)
{
    int nx = field->extent[0], ny = field->extent[1], nz = field->extent[2];
    size_t points = (size_t)nx * ny * nz;
    struct complex *waves = port_allocate(points, sizeof *waves), *u = port_allocate(points, sizeof *u);
    memcpy(waves, field->initial, points * sizeof *waves);
    transform(field, 1, waves);
    for (int step = 0; step < field->steps; step++) {
        for (size_t i = 0; i < points; i++) {
            waves[i].re *= field->damping[i];
            waves[i].im *= field->damping[i];
            u[i] = waves[i];
        }
        transform(field, -1, u);
        struct complex sum = {0, 0};
        for (int j = 1; j <= SAMPLES; j++) {
            sum.re += u[sample_point(j, nx, ny, nz)].re;
            sum.im += u[sample_point(j, nx, ny, nz)].im;
        }
        checksum[step].re = sum.re / points;
        checksum[step].im = sum.im / points;
    }
    free(waves);
    free(u);
}
