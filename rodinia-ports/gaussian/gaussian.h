#ifndef GAUSSIAN_H
#define GAUSSIAN_H

#include "port.h"

/* Solves `u x = right` where all elements of `u` (`n` by `n`, row by row) below the diagonal count as 0. */
static inline void substitute_back(int n, const float *u, const float *right, float *x)
{
    for (int i = n - 1; i >= 0; i--) {
        float sum = right[i];
        for (int j = i + 1; j < n; j++)
            sum -= u[(size_t)i * n + j] * x[j];
        x[i] = sum / u[(size_t)i * n + i];
    }
}

#ifdef __cplusplus
extern "C"
#endif
/* Solves `matrix x = right` for a matrix of `n` by `n`, row by row, by elimination without pivoting. Both are
   overwritten. */
void solve(int n, float *matrix, float *right, float *x);

#endif
