/* Hotspot3D: teams take rows; a row's cells are the team's threads'. */
#include "hotspot3D.h"

/* A step: what the cells at the borders have no neighbour for, they read of themselves. */
static void step(const struct chip *chip, const float *restrict power, const float *restrict from, float *restrict to)
{
    int layers = chip->layers, rows = chip->rows, n = chip->columns;
    size_t layer = (size_t)rows * n;
    float itself = chip->itself, along_row = chip->along_row, along_column = chip->along_column;
    float across_layers = chip->across_layers, of_power = chip->of_power, air = chip->air;
#pragma omp target teams distribute collapse(2)
    for (int z = 0; z < layers; z++) {
        for (int y = 0; y < rows; y++) {
            size_t start = (size_t)z * layer + (size_t)y * n;
#pragma omp parallel for
            for (int x = 0; x < n; x++) {
                size_t i = start + x, west = x > 0 ? i - 1 : i, east = x < n - 1 ? i + 1 : i;
                size_t north = y > 0 ? i - n : i, south = y < rows - 1 ? i + n : i;
                size_t below = z > 0 ? i - layer : i, above = z < layers - 1 ? i + layer : i;
                to[i] = itself * from[i] + along_row * (from[west] + from[east]) +
                        along_column * (from[north] + from[south]) + across_layers * (from[below] + from[above]) +
                        of_power * power[i] + across_layers * air;
            }
        }
    }
}

void solve(const struct chip *chip, float *temperature)
{
    int steps = chip->steps;
    size_t cells = (size_t)chip->layers * chip->rows * chip->columns;
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
