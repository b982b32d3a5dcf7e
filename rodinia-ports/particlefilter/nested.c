/* Particle filter: teams take groups of particles, which their threads move; the prefix sum by tiles, a tile a team. When
   particles are drawn anew, a team holds a part of the prefix sums at a time, of which its threads count those below. */
#include "particlefilter.h"

/* Prefix sums that a team makes, and particles that it moves. Of a search: its particles, the prefix sums that the team
   holds, and the slices in which these are searched. */
enum { TILE = 1024, GROUP = 256, SEARCHERS = 64, PART = 2048, SLICES = 4, SLICE = PART / SLICES };

void solve(const struct film *film, const struct object *object, const struct particles *particles, double *estimate)
{
    int n = particles->count, tiles = (n + TILE - 1) / TILE;
    int groups = (n + GROUP - 1) / GROUP, searches = (n + SEARCHERS - 1) / SEARCHERS;
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
#pragma omp target teams distribute reduction(+ : sum)
            for (int g = 0; g < groups; g++) {
                int begin = g * GROUP, end = begin + GROUP < n ? begin + GROUP : n;
#pragma omp parallel for reduction(+ : sum)
                for (int i = begin; i < end; i++) {
                    double at_x = x[i] + (1 + 5 * normal(&seed[i])), at_y = y[i] + (-2 + 2 * normal(&seed[i]));
                    double near_x = rint(at_x), near_y = rint(at_y), like = 0;
                    for (int p = 0; p < points; p++)
                        like += likeness(pixel, width, height, frames, k, near_x + object_x[p], near_y + object_y[p]);
                    double here = exp(like / (50.0 * points)) / n;
                    x[i] = at_x;
                    y[i] = at_y;
                    weight[i] = here;
                    sum += here;
                }
            }
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
            /* The sums rise: the number of those below `u` is the index of the first that is not. */
#pragma omp target teams distribute
            for (int s = 0; s < searches; s++) {
                double part[PART];
                int below[SLICES][SEARCHERS];
                int from = s * SEARCHERS, end = from + SEARCHERS < n ? from + SEARCHERS : n;
                double highest = first + (double)(end - 1) / n;
#pragma omp parallel for collapse(2)
                for (int slice = 0; slice < SLICES; slice++)
                    for (int j = 0; j < SEARCHERS; j++)
                        below[slice][j] = 0;
                for (int begin = 0; begin < n && (begin == 0 || sums[begin - 1] < highest); begin += PART) {
#pragma omp parallel for
                    for (int i = 0; i < PART; i++)
                        part[i] = begin + i < n ? sums[begin + i] : 2;
#pragma omp parallel for collapse(2)
                    for (int slice = 0; slice < SLICES; slice++)
                        for (int j = 0; j < SEARCHERS; j++) {
                            double u = first + (double)(from + j) / n;
                            int count = 0;
                            for (int i = 0; i < SLICE; i++)
                                count += part[slice * SLICE + i] < u;
                            below[slice][j] += count;
                        }
                }
#pragma omp parallel for
                for (int j = from; j < end; j++) {
                    int found = 0;
                    for (int slice = 0; slice < SLICES; slice++)
                        found += below[slice][j - from];
                    found = found < n - 1 ? found : n - 1;
                    next_x[j] = x[found];
                    next_y[j] = y[found];
                }
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
