/* Particle filter: a team for each particle, which moves it, shares the object's points, and, when particles are
   drawn anew, shares the search; the prefix sum by tiles, a tile a team. */
#include "particlefilter.h"

enum { TILE = 1024 };

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
#pragma omp target teams distribute
            for (int i = 0; i < n; i++) {
                x[i] += 1 + 5 * normal(&seed[i]);
                y[i] += -2 + 2 * normal(&seed[i]);
                double near_x = rint(x[i]), near_y = rint(y[i]), like = 0;
#pragma omp parallel for reduction(+ : like)
                for (int p = 0; p < points; p++)
                    like += likeness(pixel, width, height, frames, k, near_x + object_x[p], near_y + object_y[p]);
                weight[i] = exp(like / (50.0 * points)) / n;
            }
#pragma omp target teams distribute parallel for reduction(+ : sum)
            for (int i = 0; i < n; i++)
                sum += weight[i];
#pragma omp target teams distribute parallel for reduction(+ : mean_x, mean_y)
            for (int i = 0; i < n; i++) {
                weight[i] /= sum;
                mean_x += x[i] * weight[i];
                mean_y += y[i] * weight[i];
            }
            estimate[2 * k] = mean_x;
            estimate[2 * k + 1] = mean_y;
#pragma omp target teams distribute
            for (int t = 0; t < tiles; t++) {
                int begin = t * TILE, end = begin + TILE < n ? begin + TILE : n;
                double below = 0;
#pragma omp parallel for reduction(inscan, + : below)
                for (int i = begin; i < end; i++) {
                    below += weight[i];
#pragma omp scan inclusive(below)
                    sums[i] = below;
                }
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
#pragma omp target teams distribute
            for (int t = 0; t < tiles; t++) {
                int begin = t * TILE, end = begin + TILE < n ? begin + TILE : n;
                double below = tile_sum[t];
#pragma omp parallel for
                for (int i = begin; i < end; i++)
                    sums[i] += below;
            }
#pragma omp target teams distribute
            for (int j = 0; j < n; j++) {
                double u = first + (double)j / n;
                int found = n - 1;
#pragma omp parallel for reduction(min : found)
                for (int i = 0; i < n; i++)
                    if (sums[i] >= u && i < found)
                        found = i;
                next_x[j] = x[found];
                next_y[j] = y[found];
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
