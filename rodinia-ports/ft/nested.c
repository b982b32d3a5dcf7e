/* FT: a team takes LINES neighbouring lines to its own memory; its threads do Stockham's steps there, one after the
   other, and bring the lines back. */
#include "ft.h"

#define LINES 4

static void transform(const int *extent, double sign, const struct complex *root, struct complex *field)
{
    int nx = extent[0], ny = extent[1], nz = extent[2];
    for (int dimension = 0; dimension < 3; dimension++) {
        int n = extent[dimension];
        size_t stride = line_stride(dimension, nx, ny), lines = (size_t)nx * ny * nz / n;
#pragma omp target teams distribute
        for (size_t first = 0; first < lines; first += LINES) {
            struct complex buffers[2][MOST * LINES];
            struct complex *a = buffers[0], *b = buffers[1];
            size_t begin = line_begin(dimension, first, nx, ny);
            /* Lines along x lie one behind the other, other lines side by side. */
            size_t point_step = dimension == 0 ? 1 : stride, line_step = dimension == 0 ? (size_t)n : 1;
#pragma omp parallel for
            for (int t = 0; t < n * LINES; t++) {
                int i = dimension == 0 ? t % n : t / LINES, line = dimension == 0 ? t / n : t % LINES;
                a[i * LINES + line] = field[begin + i * point_step + line * line_step];
            }
            for (int half = n / 2, m = 1; m < n; m *= 2) {
#pragma omp parallel for
                for (int t = 0; t < half * LINES; t++) {
                    int butterfly = t / LINES, line = t % LINES, k = butterfly & (m - 1), to = 2 * butterfly - k;
                    struct complex w = root[(butterfly - k) * (MOST / n)];
                    struct complex u = a[t], v = a[t + half * LINES], d = {u.re - v.re, u.im - v.im};
                    w.im *= sign;
                    b[to * LINES + line].re = u.re + v.re;
                    b[to * LINES + line].im = u.im + v.im;
                    b[(to + m) * LINES + line].re = w.re * d.re - w.im * d.im;
                    b[(to + m) * LINES + line].im = w.re * d.im + w.im * d.re;
                }
                struct complex *last = a;
                a = b;
                b = last;
            }
#pragma omp parallel for
            for (int t = 0; t < n * LINES; t++) {
                int i = dimension == 0 ? t % n : t / LINES, line = dimension == 0 ? t / n : t % LINES;
                field[begin + i * point_step + line * line_step] = a[i * LINES + line];
            }
        }
    }
}

void solve(const struct field *field, struct complex *checksum)
{
    int nx = field->extent[0], ny = field->extent[1], nz = field->extent[2];
    size_t points = (size_t)nx * ny * nz;
    struct complex *waves = port_allocate(points, sizeof *waves), *u = port_allocate(points, sizeof *u);
    const struct complex *root = field->root;
    const double *damping = field->damping;
    memcpy(waves, field->initial, points * sizeof *waves);
#pragma omp target data map(to : waves[0 : points], damping[0 : points], root[0 : MOST]) map(alloc : u[0 : points])
    {
        transform(field->extent, 1, root, waves);
        for (int step = 0; step < field->steps; step++) {
#pragma omp target teams distribute parallel for
            for (size_t i = 0; i < points; i++) {
                waves[i].re *= damping[i];
                waves[i].im *= damping[i];
                u[i] = waves[i];
            }
            transform(field->extent, -1, root, u);
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
    free(waves);
    free(u);
}
