/* Pathfinder, serial: one row after the other. */
#include "pathfinder.h"

void solve(const struct grid *grid, int *result)
{
    int n = grid->columns, *above = port_allocate(n, sizeof *above);
    memcpy(result, grid->cost, n * sizeof *result);
    for (int row = 1; row < grid->rows; row++) {
        memcpy(above, result, n * sizeof *above);
        for (int x = 0; x < n; x++) {
            int best = above[x];
            if (x > 0 && above[x - 1] < best)
                best = above[x - 1];
            if (x < n - 1 && above[x + 1] < best)
                best = above[x + 1];
            result[x] = best + grid->cost[(size_t)row * n + x];
        }
    }
    free(above);
}
