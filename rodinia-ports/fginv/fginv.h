#ifndef FGINV_H
#define FGINV_H

#include <math.h>

#include "port.h"

#define ORDER 32
#define ELEMENTS (ORDER * ORDER)

#ifdef __cplusplus
extern "C"
#endif
/* Inverts `count` matrices of ORDER rows and columns, one behind the other, row by row; writes them to `inverse`. */
void solve(int count, const double *matrix, double *inverse);

#endif
