#ifndef FT_H
#define FT_H

#include <math.h>

#include "port.h"

struct complex {
    double re, im;
};

/* A field of `extent[0]` by `extent[1]` by `extent[2]` points, the first fastest; extents are powers of 2, at most
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
