#ifndef LUD_H
#define LUD_H

#include "port.h"

#ifdef __cplusplus
extern "C"
#endif
/* Takes a matrix of `n` by `n`, row by row, apart into L and U, in place and without pivoting: U is at and above the
   diagonal, L below it, with a diagonal of ones that is not stored. */
void solve(int n, float *matrix);

#endif
