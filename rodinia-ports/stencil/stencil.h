#ifndef STENCIL_H
#define STENCIL_H

#include "port.h"

/* A grid of `nx` by `ny` by `nz` points, x fastest. The points on its faces keep their values. */
struct grid {
    int nx, ny, nz;
    int steps;
};

#define C0 (1.0f / 6)
#define C1 (1.0f / 36)

#ifdef __cplusplus
extern "C"
#endif
/* Replaces `steps` times each inner point of `a` by C1 times the sum of its six neighbours, less C0 times itself. */
void solve(const struct grid *grid, float *a);

#endif
