#ifndef FT_H
#define FT_H

#include <math.h>

#include "port.h"

/* Aligned so that it can be loaded at once. */
struct complex {
    double re, im;
} __attribute__((aligned(16)));

/* A field of `extent[0]` by `extent[1]` by `extent[2]` points, the first fastest; extents are powers of 2 from 4 to
   MOST. */
struct field {
    int extent[3];
    int steps;
    const struct complex *initial;
    /* By what each wave is damped in a step. */
    const double *damping;
    /* exp(2 pi i k / MOST) for k < MOST. */
    const struct complex *root;
};

#define MOST 256
#define SAMPLES 1024

/* Where the lines along a dimension begin, and how far a line's points lie apart. */
static inline size_t line_begin(int dimension, size_t line, int nx, int ny)
{
    if (dimension == 0)
        return line * nx;
    return dimension == 1 ? line / nx * nx * ny + line % nx : line;
}

static inline size_t line_stride(int dimension, int nx, int ny)
{
    return dimension == 0 ? 1 : dimension == 1 ? (size_t)nx : (size_t)nx * ny;
}

/* Two of Stockham's steps at once: what becomes of four points, each a quarter of the line behind the last one. The
   results are turned by the roots `w`, which are the first three powers of one. */
#ifdef __CUDACC__
__device__
#endif
static inline void two_steps(const struct complex *w, double sign, struct complex *p)
{
    struct complex ac = {p[0].re + p[2].re, p[0].im + p[2].im}, a_c = {p[0].re - p[2].re, p[0].im - p[2].im};
    struct complex bd = {p[1].re + p[3].re, p[1].im + p[3].im}, b_d = {p[1].re - p[3].re, p[1].im - p[3].im};
    struct complex turned = {-sign * b_d.im, sign * b_d.re};
    struct complex q[3] = {{a_c.re + turned.re, a_c.im + turned.im},
                           {ac.re - bd.re, ac.im - bd.im},
                           {a_c.re - turned.re, a_c.im - turned.im}};
    p[0].re = ac.re + bd.re;
    p[0].im = ac.im + bd.im;
    for (int k = 0; k < 3; k++) {
        double im = sign * w[k].im;
        p[k + 1].re = w[k].re * q[k].re - im * q[k].im;
        p[k + 1].im = w[k].re * q[k].im + im * q[k].re;
    }
}

/* The point that is sample `j` of the checksum. */
#ifdef __CUDACC__
__device__
#endif
static inline size_t sample_point(int j, int nx, int ny, int nz)
{
    return j % nx + (size_t)nx * (3 * j % ny + (size_t)ny * (5 * j % nz));
}

#ifdef __cplusplus
extern "C"
#endif
/* Solves a diffusion equation by Fourier transforms: transforms the initial field, and for each step damps all waves,
   transforms them back, and writes the mean of the samples to `checksum` (`steps` elements). */
void solve(const struct field *field, struct complex *checksum);

#endif
