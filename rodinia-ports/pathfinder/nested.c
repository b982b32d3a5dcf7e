/* Pathfinder: teams take tiles of columns; a tile's borders are the team's, its columns are its threads'. */
#include "pathfinder.h"

#define TILE 256

void solve(const struct grid *grid, int *result)
{
    int n = grid->columns, rows = grid->rows, tiles = (n + TILE - 1) / TILE;
    const int *cost = grid->cost;
    int *above = result, *below = port_allocate(n, sizeof *below), *other = below;
    memcpy(result, cost, n * sizeof *result);
#pragma omp target data map(to : cost[0 : (size_t)rows * n]) map(tofrom : above[0 : n]) map(alloc : other[0 : n])
    {
        for (int row = 1; row < rows; row++) {
#pragma omp target teams distribute
            for (int tile = 0; tile < tiles; tile++) {
                int first = tile * TILE, end = first + TILE < n ? first + TILE : n;
#pragma omp parallel for
                for (int x = first; x < end; x++) {
                    int best = above[x];
                    if (x > 0 && above[x - 1] < best)
                        best = above[x - 1];
                    if (x < n - 1 && above[x + 1] < best)
                        best = above[x + 1];
                    below[x] = best + cost[(size_t)row * n + x];
                }
            }
            int *last = above;
            above = below;
            below = last;
        }
        if (above != result) {
#pragma omp target teams distribute parallel for
            for (int x = 0; x < n; x++)
                result[x] = above[x];
        }
    }
    free(other);
}
