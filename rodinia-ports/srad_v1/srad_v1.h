#ifndef SRAD_V1_H
#define SRAD_V1_H

#include "port.h"

/* An image of `rows` by `columns` pixels, column by column, and how often it is smoothed, how strongly. */
struct smoothing {
    int rows;
    int columns;
    int iterations;
    float lambda;
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
/* Removes the speckle of an image with values from 0 to 255, in place. */
void solve(const struct smoothing *smoothing, float *image);

#endif
