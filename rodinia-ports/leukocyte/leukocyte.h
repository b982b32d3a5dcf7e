#ifndef LEUKOCYTE_H
#define LEUKOCYTE_H

#include "port.h"
#include <math.h>

/* A film: the pixel at (`x`, `y`) of frame `k` is pixel[((size_t)k * height + y) * width + x]. */
struct film {
    int width;
    int height;
    int frames;
    const float *pixel;
};

enum { MOST_CIRCLES = 7, MOST_POINTS = 150 };

/* Circles around a pixel, which may be a cell's outline: where their points are, and the normals there. */
struct circles {
    int count;
    int points;
    int margin; /* pixels from the frame's border without cells */
    int dx[MOST_CIRCLES * MOST_POINTS];
    int dy[MOST_CIRCLES * MOST_POINTS];
    float cosine[MOST_POINTS];
    float sine[MOST_POINTS];
};

enum { MOST_ROWS = 41, MOST_COLUMNS = 81 };

struct settings {
    int dilation;     /* radius within which there is one cell at most */
    int most_cells;
    int rows, columns; /* of the part of a frame in which a cell is looked for, odd */
    int iterations;   /* of the vector flow at the most */
    float enough;     /* mean change at which it ends */
};

struct cells {
    float *score; /* of each pixel of frame 0, as the middle of a cell: [height][width] */
    int count;
    float *x;     /* [frames][most_cells] */
    float *y;
};

#ifdef __cplusplus
extern "C" {
#endif
/* Finds cells in frame 0, and follows them through the other frames. */
void solve(const struct film *film, const struct circles *circles, const struct settings *settings, struct cells *cells);

/* The host's part: takes the pixels whose score is the best around as cells of frame 0, the best ones first. */
void choose_cells(const struct film *film, const struct settings *settings, const float *dilated, struct cells *cells);

#ifdef __cplusplus
}
#endif

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
    return frame[y * width + x];
}

/* The gradient of a frame along x and along y. */
DEVICE_FUNCTION float slope_x(const float *frame, int width, int height, int x, int y)
{
    return 0.5f * (pixel_at(frame, width, height, x + 1, y) - pixel_at(frame, width, height, x - 1, y));
}

DEVICE_FUNCTION float slope_y(const float *frame, int width, int height, int x, int y)
{
    return 0.5f * (pixel_at(frame, width, height, x, y + 1) - pixel_at(frame, width, height, x, y - 1));
}

/* How sharp an edge is: the length of the gradient. */
DEVICE_FUNCTION float edge_at(const float *frame, int width, int height, int x, int y)
{
    float dx = slope_x(frame, width, height, x, y), dy = slope_y(frame, width, height, x, y);
    return sqrtf(dx * dx + dy * dy);
}

/* A step from 0 to 1. */
DEVICE_FUNCTION float heaviside(float z)
{
    return 0.318309886f * atanf(20 * z) + 0.5f;
}

DEVICE_FUNCTION float towards(const float *flow, int rows, int columns, int x, int y, float here, float direction)
{
    x = x < 0 ? 0 : x < columns ? x : columns - 1;
    y = y < 0 ? 0 : y < rows ? y : rows - 1;
    float difference = flow[y * columns + x] - here;
    return heaviside(direction * difference) * difference;
}

/* The next value of the motion gradient vector flow (Ray and Acton, 2004) for motion along (1, 1). */
DEVICE_FUNCTION float next_flow(const float *flow, const float *edge, int rows, int columns, int x, int y)
{
    float here = flow[y * columns + x], e = edge[y * columns + x];
    float sum = towards(flow, rows, columns, x, y - 1, here, -1) + towards(flow, rows, columns, x, y + 1, here, 1) +
                towards(flow, rows, columns, x - 1, y, here, -1) + towards(flow, rows, columns, x + 1, y, here, 1) +
                towards(flow, rows, columns, x + 1, y - 1, here, 0) + towards(flow, rows, columns, x + 1, y + 1, here, 2) +
                towards(flow, rows, columns, x - 1, y - 1, here, -2) + towards(flow, rows, columns, x - 1, y + 1, here, 0);
    float next = here + 0.1f * sum;
    return next - 0.2f * e * (next - e);
}
/* What the vector flow at (`x`, `y`) counts for the cell's centre, which is looked for around the middle. */
DEVICE_FUNCTION float weight_of(float flow, int rows, int columns, int x, int y)
{
    int dx = x - columns / 2, dy = y - rows / 2;
    return dx * dx + dy * dy <= rows / 2 * (rows / 2) ? flow * flow : 0;
}
#ifdef _OPENMP
#pragma omp end declare target
#endif

#endif
