/* Hotspot: a target region a step, its cells over all threads. */
#include "hotspot.h"

enum { ROWS = 8 }; /* of which a thread has one column */

/* A step: what the cells at the borders have no neighbour for, they read of themselves. Going down a column, a cell's
   southern neighbour is the next cell. */
static void step(const struct chip *chip, const float *restrict power, const float *restrict from, float *restrict to)
{
    int rows = chip->rows, n = chip->columns;
    float warming = chip->warming, along_column = chip->along_column, along_row = chip->along_row;
    float to_air = chip->to_air, air = chip->air;
#pragma omp target teams distribute parallel for collapse(2)
    for (int first = 0; first < rows; first += ROWS) {
        for (int c = 0; c < n; c++) {
            int end = rows - first < ROWS ? rows : first + ROWS;
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
