/* Particle filter: particles over all threads; the prefix sum by tiles, a tile a thread. */
#include "particlefilter.h"

enum { TILE = 256 };

void solve(const struct film *film, const struct object *object, const struct particles *particles, double *estimate)
{
    int n = particles->count, tiles = (n + TILE - 1) / TILE;
    int width = film->width, height = film->height, frames = film->frames, points = object->points;
    size_t pixels = (size_t)width * height * frames;
    const unsigned char *pixel = film->pixel;
    const int *object_x = object->x, *object_y = object->y;
    int *seed = port_allocate(n, sizeof *seed);
    double *x = port_allocate(n, sizeof *x), *y = port_allocate(n, sizeof *y), *weight = port_allocate(n, sizeof *weight);
    double *sums = port_allocate(n, sizeof *sums), *tile_sum = port_allocate(tiles, sizeof *tile_sum);
    double *next_x = port_allocate(n, sizeof *next_x), *next_y = port_allocate(n, sizeof *next_y);
    double *buffers[] = {x, y, next_x, next_y};
    double start_x = estimate[0] = width / 2, start_y = estimate[1] = height / 2;
    memcpy(seed, particles->seed, n * sizeof *seed);
#pragma omp target data map(to : pixel[0 : pixels], object_x[0 : points], object_y[0 : points], seed[0 : n]) \
    map(alloc : x[0 : n], y[0 : n], weight[0 : n], sums[0 : n], tile_sum[0 : tiles], next_x[0 : n], next_y[0 : n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) {
            x[i] = start_x;
            y[i] = start_y;
        }
        for (int k = 1; k < frames; k++) {
            double sum = 0, mean_x = 0, mean_y = 0, first;
#pragma omp target teams distribute parallel for reduction(+ : sum)
            for (int i = 0; i < n; i++) {
                double at_x = x[i] + (1 + 5 * normal(&seed[i])), at_y = y[i] + (-2 + 2 * normal(&seed[i])), like = 0;
                for (int p = 0; p < points; p++)
                    like += likeness(pixel, width, height, frames, k, rint(at_x) + object_x[p], rint(at_y) + object_y[p]);
                x[i] = at_x;
                y[i] = at_y;
                weight[i] = exp(like / (50.0 * points)) / n;
                sum += weight[i];
            }
#pragma omp target teams distribute parallel for reduction(+ : mean_x, mean_y)
            for (int i = 0; i < n; i++) {
                weight[i] /= sum;
                mean_x += x[i] * weight[i];
                mean_y += y[i] * weight[i];
            }
            estimate[2 * k] = mean_x;
            estimate[2 * k + 1] = mean_y;
#pragma omp target teams distribute parallel for
            for (int t = 0; t < tiles; t++) {
                double below = 0;
                for (int i = t * TILE; i < n && i < (t + 1) * TILE; i++)
                    below += weight[i];
                tile_sum[t] = below;
            }
#pragma omp target map(from : first)
            {
                double below = 0;
                for (int t = 0; t < tiles; t++) {
                    double mine = tile_sum[t];
                    tile_sum[t] = below;
                    below += mine;
                }
                first = uniform(&seed[0]) / n;
            }
#pragma omp target teams distribute parallel for
            for (int t = 0; t < tiles; t++) {
                double below = tile_sum[t];
                for (int i = t * TILE; i < n && i < (t + 1) * TILE; i++) {
                    below += weight[i];
                    sums[i] = below;
                }
            }
#pragma omp target teams distribute parallel for
            for (int j = 0; j < n; j++) {
                double u = first + (double)j / n;
                int i = 0;
                while (i < n - 1 && sums[i] < u)
                    i++;
                next_x[j] = x[i];
                next_y[j] = y[i];
            }
            double *last_x = x, *last_y = y;
            x = next_x;
            y = next_y;
            next_x = last_x;
            next_y = last_y;
        }
    }
    for (int i = 0; i < 4; i++)
        free(buffers[i]);
    free(seed);
    free(weight);
    free(sums);
    free(tile_sum);
}
