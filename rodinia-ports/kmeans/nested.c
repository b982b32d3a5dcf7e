/* K-means: a target region an iteration; each team goes through tiles of points, which it copies to an array of its own.
   Its threads find the nearest centre of each point and count the clusters' points; then each of them goes through a part
   of the tile and adds one coordinate of its points to the sums of their clusters. The team adds its sums to those of all
   when it is through. */
#include "kmeans.h"

#include <float.h>

/* Points of a tile, and words for their coordinates; coordinates of all centres, and centres; parts of a tile that
   different threads copy and add up. With so many words, five teams are on a multiprocessor of an H100. */
enum { TILE = 224, TILE_WORDS = 7840, MOST_COORDINATES = 256, MOST_CLUSTERS = 64, PARTS = 7 };

/* One coordinate of eight centres, aligned so that they can be loaded at once. */
enum { CENTRES = 8, MOST_EIGHTS = 48 };
struct eight {
    float of[CENTRES];
} __attribute__((aligned(16)));

int solve(const struct grouping *grouping, int *membership, float *centre)
{
    int points = grouping->points, features = grouping->features, clusters = grouping->clusters;
    int coordinates = clusters * features, iterations = 0, moved = points;
    /* An odd number of words a row: neighbouring threads' points lie in different banks of memory. */
    int row = features | 1, tile = TILE_WORDS / row < TILE ? TILE_WORDS / row : TILE;
    int tiles = tile > 0 ? (points + tile - 1) / tile : 0, eights = (clusters + CENTRES - 1) / CENTRES * features;
    const float *point = grouping->point;
    double *sum = port_allocate(coordinates, sizeof *sum);
    int *size = port_allocate(clusters, sizeof *size);
    if (tile == 0 || coordinates > MOST_COORDINATES || clusters > MOST_CLUSTERS || eights > MOST_EIGHTS) {
        fprintf(stderr, "%d coordinates of %d centres are too many\n", features, clusters);
        exit(1);
    }
    memcpy(centre, point, coordinates * sizeof *centre);
    for (int p = 0; p < points; p++)
        membership[p] = -1;
#pragma omp target data map(to : point[0 : (size_t)points * features]) map(tofrom : membership[0 : points])
    while (moved > grouping->threshold * points && iterations < grouping->most_iterations) {
        memset(sum, 0, coordinates * sizeof *sum);
        memset(size, 0, clusters * sizeof *size);
        moved = 0;
#pragma omp target teams reduction(+ : moved) map(to : centre[0 : coordinates]) \
    map(tofrom : moved, sum[0 : coordinates], size[0 : clusters])
        {
            struct eight centres[MOST_EIGHTS];
            float word[TILE_WORDS];
            int nearest_of[TILE], size_here[MOST_CLUSTERS];
            float sum_of_part[PARTS][MOST_COORDINATES];
            double sum_here[MOST_COORDINATES];
#pragma omp parallel for
            for (int i = 0; i < CENTRES * eights; i++) {
                /* Behind the last centre it comes again. */
                int c = i / CENTRES / features * CENTRES + i % CENTRES, f = i / CENTRES % features;
                centres[i / CENTRES].of[i % CENTRES] = centre[(c < clusters ? c : clusters - 1) * features + f];
            }
#pragma omp parallel for
            for (int i = 0; i < coordinates; i++) {
                for (int part = 0; part < PARTS; part++)
                    sum_of_part[part][i] = 0;
                sum_here[i] = 0;
                if (i < clusters)
                    size_here[i] = 0;
            }
#pragma omp distribute
            for (int t = 0; t < tiles; t++) {
                int first = t * tile, count = points - first < tile ? points - first : tile;
                const float *of_tile = point + (size_t)first * features;
#pragma omp parallel for collapse(2)
                for (int part = 0; part < PARTS; part++)
                    for (int f = 0; f < features; f++)
                        for (int p = part; p < count; p += PARTS)
                            word[p * row + f] = of_tile[p * features + f];
#pragma omp parallel for reduction(+ : moved)
                for (int p = 0; p < count; p++) {
                    int nearest = 0;
                    float least = FLT_MAX;
                    for (int c = 0; c < clusters; c += CENTRES) {
                        float distance[CENTRES] = {0};
                        for (int f = 0; f < features; f++) {
                            struct eight at = centres[c / CENTRES * features + f];
                            float here = word[p * row + f];
                            for (int i = 0; i < CENTRES; i++)
                                distance[i] += (here - at.of[i]) * (here - at.of[i]);
                        }
                        for (int i = 0; i < CENTRES; i++) {
                            if (c + i < clusters && distance[i] < least) {
                                least = distance[i];
                                nearest = c + i;
                            }
                        }
                    }
                    moved += membership[first + p] != nearest;
                    membership[first + p] = nearest;
                    nearest_of[p] = nearest;
#pragma omp atomic update
                    size_here[nearest]++;
                }
#pragma omp parallel for collapse(2)
                for (int part = 0; part < PARTS; part++)
                    for (int f = 0; f < features; f++)
                        for (int p = part; p < count; p += PARTS)
                            sum_of_part[part][nearest_of[p] * features + f] += word[p * row + f];
#pragma omp parallel for
                for (int i = 0; i < coordinates; i++) {
                    double of_parts = 0;
                    for (int part = 0; part < PARTS; part++) {
                        of_parts += sum_of_part[part][i];
                        sum_of_part[part][i] = 0;
                    }
                    sum_here[i] += of_parts;
                }
            }
#pragma omp parallel for
            for (int i = 0; i < coordinates; i++) {
#pragma omp atomic update
                sum[i] += sum_here[i];
            }
#pragma omp parallel for
            for (int c = 0; c < clusters; c++) {
#pragma omp atomic update
                size[c] += size_here[c];
            }
        }
        move_centres(clusters, features, sum, size, centre);
        iterations++;
    }
    free(sum);
    free(size);
    return iterations;
}
