/* Hotspot: teams take tiles of the chip, as the original does; a tile's borders are the team's, its cells are its
   threads'. */
#include "hotspot.h"

#define TILE_ROWS 16
#define TILE_COLUMNS 64

/* A step: what the cells at the borders have no neighbour for, they read of themselves. */
static void step(const struct chip *chip, const float *restrict power, const float *restrict from, float *restrict to)
{
    int rows = chip->rows, n = chip->columns;
    int tiles_down = (rows + TILE_ROWS - 1) / TILE_ROWS, tiles_across = (n + TILE_COLUMNS - 1) / TILE_COLUMNS;
    float warming = chip->warming, along_column = chip->along_column, along_row = chip->along_row;
    float to_air = chip->to_air, air = chip->air;
#pragma omp target teams distribute collapse(2)
    for (int down = 0; down < tiles_down; down++) {
        for (int across = 0; across < tiles_across; across++) {
            int top = down * TILE_ROWS, left = across * TILE_COLUMNS;
            int bottom = top + TILE_ROWS < rows ? top + TILE_ROWS : rows;
            int right = left + TILE_COLUMNS < n ? left + TILE_COLUMNS : n;
#pragma omp parallel for collapse(2)
            for (int r = top; r < bottom; r++) {
                for (int c = left; c < right; c++) {
                    size_t i = (size_t)r * n + c;
                    size_t north = r > 0 ? i - n : i, south = r < rows - 1 ? i + n : i;
                    size_t west = c > 0 ? i - 1 : i, east = c < n - 1 ? i + 1 : i;
                    float here = from[i];
                    to[i] = here + warming * (power[i] + (from[north] + from[south] - 2 * here) * along_column +
                                              (from[west] + from[east] - 2 * here) * along_row + (air - here) * to_air);
                }
            }
        }
    }
}

void solve(const struct chip *chip, float *temperature)
{
    int steps = chip->steps;
    size_t cells = (size_t)chip->rows * chip->columns;
    const float *power = chip->power;
    float *other = port_allocate(cells, sizeof *other), *from = temperature, *to = other;
#pragma omp target data map(to : power[0 : cells]) map(tofrom : temperature[0 : cells]) map(alloc : other[0 : cells])
    {
        for (int s = 0; s < steps; s++) {
            step(chip, power, from, to);
            float *last = from;
            from = to;
            to = last;
        }
        if (from != temperature) {
#pragma omp target teams distribute parallel for
            for (size_t i = 0; i < cells; i++)
                temperature[i] = from[i];
        }
    }
    free(other);
}
