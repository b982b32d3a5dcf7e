#ifndef NW_H
#define NW_H

#include "port.h"

/* The similarity of each pair of elements of two sequences of `length` elements: (`length` + 1) by (`length` + 1), row
   by row; row 0 and column 0 stand for no element. */
struct sequences {
    int length;
    int penalty;
    const int *similarity;
};

#ifdef __cplusplus
extern "C"
#endif
/* Fills the scores of the best alignments of all pairs of prefixes ((`length` + 1) by (`length` + 1)); row 0 and
   column 0 are given. */
void solve(const struct sequences *sequences, int *score);

#endif
