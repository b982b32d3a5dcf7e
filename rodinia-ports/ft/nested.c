/* FT: a team takes neighbouring lines, TOGETHER of the longest or more of shorter ones, so that each of its threads has four
   points; its threads do Stockham's steps on them, two at a time. The points go through the team's own memory from one pair
   of steps to the next; the first pair reads the field, and the last one writes it. */
#include "ft.h"

enum { TOGETHER = 4, POINTS = TOGETHER * MOST, THREADS = POINTS / 4 };

/* Where a point of a team lies in its memory; every eighth element is left out, so that points which are read or written
   together lie in different banks. */
static inline unsigned place(unsigned point)
{
    return point + point / 8;
}

static int logarithm(int power_of_two)
{
    int exponent = 0;
    while (1 << exponent < power_of_two)
        exponent++;
    return exponent;
}

static void transform(const int *extent, double sign, const struct complex *root, struct complex *field)
{
    int nx = extent[0], ny = extent[1], nz = extent[2];
    for (int dimension = 0; dimension < 3; dimension++) {
        int n = extent[dimension], quarter = n / 4, spread = MOST / n;
        size_t stride = line_stride(dimension, nx, ny), lines = (size_t)nx * ny * nz / n;
        /* A team's lines are no more than there are side by side. */
        int together = POINTS / n < nx ? POINTS / n : nx;
        if ((size_t)together > lines)
            together = (int)lines;
        int log_together = logarithm(together), log_quarter = logarithm(quarter);
        /* Lines along x lie one behind the other, other lines side by side. */
        size_t point_step = dimension == 0 ? 1 : stride, line_step = dimension == 0 ? (size_t)n : 1;
#pragma omp target teams distribute thread_limit(THREADS)
        for (size_t first = 0; first < lines; first += together) {
            struct complex buffers[2][POINTS + POINTS / 8];
            struct complex *a = buffers[0], *b = buffers[1];
            size_t begin = line_begin(dimension, first, nx, ny);
            for (int m = 1; m < n; m *= 4) {
#pragma omp parallel for
                for (int t = 0; t < quarter << log_together; t++) {
                    int i = dimension == 0 ? t & (quarter - 1) : t >> log_together;
                    int line = dimension == 0 ? t >> log_quarter : t & (together - 1);
                    int k = i & (m - 1), power = (i - k) * spread;
                    size_t at = begin + line * line_step;
                    /* Asked for before the points, which have to wait for the last steps. */
                    struct complex w[3] = {root[power], root[2 * power], root[3 * power]}, p[4];
                    for (int s = 0; s < 4; s++)
                        p[s] = m == 1 ? field[at + (i + s * quarter) * point_step]
                                      : a[place((i + s * quarter) * together + line)];
                    if (4 * m <= n) {
                        int to = 4 * i - 3 * k;
                        two_steps(w, sign, p);
                        for (int s = 0; s < 4; s++) {
                            if (4 * m == n)
                                field[at + (to + s * m) * point_step] = p[s];
                            else
                                b[place((to + s * m) * together + line)] = p[s];
                        }
                    } else {
                        /* An odd number of steps leaves the last one, whose roots are 1. */
                        for (int s = 0; s < 2; s++) {
                            struct complex u = p[s], v = p[s + 2];
                            field[at + (i + s * quarter) * point_step] = (struct complex){u.re + v.re, u.im + v.im};
                            field[at + (i + s * quarter + m) * point_step] = (struct complex){u.re - v.re, u.im - v.im};
                        }
                    }
                }
                struct complex *last = a;
                a = b;
                b = last;
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
                struct complex wave = waves[i];
                wave.re *= damping[i];
                wave.im *= damping[i];
                waves[i] = wave;
                u[i] = wave;
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
