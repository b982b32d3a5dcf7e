/* Hotspot3D: a target region a step, its cells over all threads. */
#include "hotspot3D.h"

void solve(const struct chip *chip, float *temperature)
{
    int layers = chip->layers, rows = chip->rows, n = chip->columns, steps = chip->steps;
    size_t layer = (size_t)rows * n, cells = layers * layer;
    float itself = chip->itself, along_row = chip->along_row, along_column = chip->along_column;
    float across_layers = chip->across_layers, of_power = chip->of_power, air = chip->air;
    const float *power = chip->power;
    float *other = port_allocate(cells, sizeof *other), *from = temperature, *to = other;
#pragma omp target data map(to : power[0 : cells]) map(tofrom : temperature[0 : cells]) map(alloc : other[0 : cells])
    {
        for (int step = 0; step < steps; step++) {
#pragma omp target teams distribute parallel for collapse(3)
            for (int z = 0; z < layers; z++) {
                for (int y = 0; y < rows; y++) {
                    for (int x = 0; x < n; x++) {
                        size_t i = (size_t)z * layer + (size_t)y * n + x;
                        float here = from[i];
                        float west = x > 0 ? from[i - 1] : here, east = x < n - 1 ? from[i + 1] : here;
                        float north = y > 0 ? from[i - n] : here, south = y < rows - 1 ? from[i + n] : here;
                        float below = z > 0 ? from[i - layer] : here, above = z < layers - 1 ? from[i + layer] : here;
                        to[i] = itself * here + along_row * (west + east) + along_column * (north + south) +
                                across_layers * (below + above) + of_power * power[i] + across_layers * air;
                    }
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
