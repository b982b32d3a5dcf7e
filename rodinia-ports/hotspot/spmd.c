/* Hotspot: a target region a step, its cells over all threads. */
#include "hotspot.h"

void solve(const struct chip *chip, float *temperature)
{
    int rows = chip->rows, n = chip->columns, steps = chip->steps;
    size_t cells = (size_t)rows * n;
    float warming = chip->warming, along_column = chip->along_column, along_row = chip->along_row;
    float to_air = chip->to_air, air = chip->air;
    const float *power = chip->power;
    float *other = port_allocate(cells, sizeof *other), *from = temperature, *to = other;
#pragma omp target data map(to : power[0 : cells]) map(tofrom : temperature[0 : cells]) map(alloc : other[0 : cells])
    {
        for (int step = 0; step < steps; step++) {
#pragma omp target teams distribute parallel for collapse(2)
            for (int r = 0; r < rows; r++) {
                for (int c = 0; c < n; c++) {
                    size_t i = (size_t)r * n + c;
                    float here = from[i];
                    float north = r > 0 ? from[i - n] : here, south = r < rows - 1 ? from[i + n] : here;
                    float west = c > 0 ? from[i - 1] : here, east = c < n - 1 ? from[i + 1] : here;
                    to[i] = here + warming * (power[i] + (north + south - 2 * here) * along_column +
                                              (west + east - 2 * here) * along_row + (air - here) * to_air);
                }
            }
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
