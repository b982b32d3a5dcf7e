/* Hotspot: teams take tiles of the chip, as the original does; a tile's borders are the team's, its cells are its
   threads'. */
#include "hotspot.h"

/* Of so many rows a thread has one column; so many times these rows, and so many columns, are a tile. */
enum { ROWS = 8, TILE_PARTS = 2, TILE_COLUMNS = 64 };

/* A step: what the cells at the borders have no neighbour for, they read of themselves. Going down a column, a cell's
   southern neighbour is the next cell. */
static void step(const struct chip *chip, const float *restrict power, const float *restrict from, float *restrict to)
{
    int rows = chip->rows, n = chip->columns;
    int parts = (rows + ROWS - 1) / ROWS, tiles_down = (parts + TILE_PARTS - 1) / TILE_PARTS;
    int tiles_across = (n + TILE_COLUMNS - 1) / TILE_COLUMNS;
    float warming = chip->warming, along_column = chip->along_column, along_row = chip->along_row;
    float to_air = chip->to_air, air = chip->air;
#pragma omp target teams distribute collapse(2)
    for (int down = 0; down < tiles_down; down++) {
        for (int across = 0; across < tiles_across; across++) {
            int top = down * TILE_PARTS, left = across * TILE_COLUMNS;
            int bottom = top + TILE_PARTS < parts ? top + TILE_PARTS : parts;
            int right = left + TILE_COLUMNS < n ? left + TILE_COLUMNS : n;
#pragma omp parallel for collapse(2)
            for (int part = top; part < bottom; part++) {
                for (int c = left; c < right; c++) {
                    int first = part * ROWS, end = rows - first < ROWS ? rows : first + ROWS;
                    int to_west = c > 0 ? -1 : 0, to_east = c < n - 1 ? 1 : 0;
                    size_t i = (size_t)first * n + c;
                    float here = from[i], north = from[first > 0 ? i - n : i];
                    for (int r = first; r < end; r++) {
                        float south = from[r < rows - 1 ? i + n : i];
                        to[i] = here + warming * (power[i] + (north + south - 2 * here) * along_column +
                                                  (from[i + to_west] + from[i + to_east] - 2 * here) * along_row +
                                                  (air - here) * to_air);
                        north = here;
                        here = south;
                        i += n;
                    }
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
