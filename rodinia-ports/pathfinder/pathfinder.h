#ifndef PATHFINDER_H
#define PATHFINDER_H

#include "port.h"

/* A grid of costs, `rows` by `columns`, row by row. A way goes down from any column of row 0 to row `rows` - 1, in
   each step to one of the three columns below. */
struct grid {
    int rows;
    int columns;
    const int *cost;
};

#ifdef __cplusplus
extern "C"
#endif
/* Writes the cost of the cheapest way to each column of the last row to `result` (`columns` elements). */
void solve(const struct grid *grid, int *result);

#endif
