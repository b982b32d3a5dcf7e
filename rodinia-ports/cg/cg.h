#ifndef CG_H
#define CG_H

#include <math.h>

#include "port.h"

/* A symmetric sparse matrix, row by row: row j has the elements begin[j] to begin[j + 1] - 1. */
struct matrix {
    int rows;
    const int *begin, *column;
    const double *value;
};

/* `outer` steps of inverse iteration, each with `inner` steps of conjugate gradients. */
struct problem {
    struct matrix matrix;
    int outer, inner;
    double shift;
};

#ifdef __cplusplus
extern "C"
#endif
/* Estimates the matrix's largest eigenvalue: writes each outer step's estimate to `zeta`, the last vector to `x`. */
void solve(const struct problem *problem, double *zeta, double *x);

#endif
