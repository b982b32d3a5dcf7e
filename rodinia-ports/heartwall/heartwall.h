#ifndef HEARTWALL_H
#define HEARTWALL_H

#include "port.h"

/* A film: the pixel at (`x`, `y`) of frame `k` is pixel[((size_t)k * height + y) * width + x]. */
struct film {
    int width;
    int height;
    int frames;
    const float *pixel;
};

/* Points of the heart's walls that are followed. */
struct tracking {
    int points;
    const int *x; /* of each point in frame 0 */
    const int *y;
    int side;   /* of a point's template, in pixels; odd, as is the next */
    int window; /* side of the part of a frame in which the template is looked for */
    int reach;  /* how far a point goes from one frame to the next at the most, along x and y */
};

/* Where each point is in each frame, and how well the template matches there: [frames][points]. */
struct places {
    int *x;
    int *y;
    float *match;
};

enum { MOST_SIDE = 51, MOST_WINDOW = 81 }; /* of templates and windows, for arrays of a team */
enum { RENEWAL = 10 };   /* frames from one renewal of templates and windows to the next */
#define KEPT 0.88f       /* of a template when it is renewed */

#ifdef __cplusplus
extern "C"
#endif
void solve(const struct film *film, const struct tracking *tracking, struct places *places);

#ifdef __CUDACC__
#define DEVICE_FUNCTION static __device__ __forceinline__
#else
#define DEVICE_FUNCTION static inline
#endif

#ifdef _OPENMP
#pragma omp declare target
#endif
/* The pixel at (`x`, `y`), or the nearest one in the frame. */
DEVICE_FUNCTION float pixel_at(const float *frame, int width, int height, int x, int y)
{
    x = x < 0 ? 0 : x < width ? x : width - 1;
    y = y < 0 ? 0 : y < height ? y : height - 1;
    return frame[(size_t)y * width + x];
}
#ifdef _OPENMP
#pragma omp end declare target
#endif

#endif
