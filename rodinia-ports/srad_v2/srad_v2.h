#ifndef SRAD_V2_H
#define SRAD_V2_H

#include "port.h"

/* An image of `rows` by `columns` pixels, row by row, how often it is smoothed, how strongly, and the region whose
   variance tells how strong the speckle is: both its corners belong to it. */
struct smoothing {
    int rows;
    int columns;
    int iterations;
    float lambda;
    int top;
    int bottom;
    int left;
    int right;
};

/* The indices before and after each of `count`; at the ends an index is its own neighbour. */
static inline void find_neighbours(int count, int *before, int *after)
{
    for (int i = 0; i < count; i++) {
        before[i] = i > 0 ? i - 1 : 0;
        after[i] = i < count - 1 ? i + 1 : i;
    }
}

#ifdef __cplusplus
extern "C"
#endif
/* Removes the speckle of an image with values above 0, in place. */
void solve(const struct smoothing *smoothing, float *image);

#endif
