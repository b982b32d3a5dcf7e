/* Hotspot, serial: one step after the other, cell by cell. */
#include "hotspot.h"

void solve(const struct chip *chip, float *temperature)
{
    int rows = chip->rows, n = chip->columns;
    float warming = chip->warming, along_column = chip->along_column, along_row = chip->along_row;
    float to_air = chip->to_air, air = chip->air;
    const float *power = chip->power;
    float *other = port_allocate((size_t)rows * n, sizeof *other), *from = temperature, *to = other;
    for (int step = 0; step < chip->steps; step++) {
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
    if (from != temperature)
        memcpy(temperature, from, (size_t)rows * n * sizeof *temperature);
    free(other);
}
