#ifndef PARTICLEFILTER_H
#define PARTICLEFILTER_H

#include "port.h"
#include <math.h>

enum { RADIUS = 5, DIAMETER = 2 * RADIUS - 1 }; /* of the object, a disk */

/* A film: the pixel at (`x`, `y`) of frame `k` is pixel[(x * height + y) * frames + k]. */
struct film {
    int width;
    int height;
    int frames;
    const unsigned char *pixel;
};

/* The points of the object's disk, relative to its middle. */
struct object {
    int points;
    int x[DIAMETER * DIAMETER];
    int y[DIAMETER * DIAMETER];
};

struct particles {
    int count;
    const int *seed; /* of each particle's random numbers */
};

#ifdef __cplusplus
extern "C"
#endif
/* Writes where the object is in each frame to `estimate`: x and y of frame 0, of frame 1, and so on. */
void solve(const struct film *film, const struct object *object, const struct particles *particles, double *estimate);

#ifdef __CUDACC__
#define DEVICE_FUNCTION static __device__ __forceinline__
#else
#define DEVICE_FUNCTION static inline
#endif

#ifdef _OPENMP
#pragma omp declare target
#endif
/* A number above 0 and not above 1, from a linear congruential generator. */
DEVICE_FUNCTION double uniform(int *seed)
{
    int number = (int)(1103515245u * (unsigned)*seed + 12345u);
    *seed = number % INT32_MAX;
    return (fabs((double)*seed) + 1) / 2147483647.0;
}

/* A number with a normal distribution (Box and Muller). */
DEVICE_FUNCTION double normal(int *seed)
{
    double u = uniform(seed), v = uniform(seed);
    return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}

/* How far a pixel is from the background's grey, 100, and near to the object's, 228. */
DEVICE_FUNCTION double likeness(const unsigned char *pixel, int width, int height, int frames, int k, double x, double y)
{
    long at = labs(((long)x * height + (long)y) * frames + k);
    double grey = pixel[at < (long)width * height * frames ? at : 0];
    return (grey - 100) * (grey - 100) - (grey - 228) * (grey - 228);
}
#ifdef _OPENMP
#pragma omp end declare target
#endif

#endif
