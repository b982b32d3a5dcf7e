/* K-means: a target region an iteration; each team goes through tiles of points, which it copies to an array of its own.
   Its threads find the nearest centre of each point; then each of them adds up one coordinate of one cluster over the
   tile. The team adds its sums to those of all when it is through. */
#include "kmeans.h"

#include <float.h>

/* Points of a tile, and words for their coordinates; coordinates of all centres. */
enum { TILE = 256, TILE_WORDS = 9216, MOST_COORDINATES = 512 };

int solve(const struct grouping *grouping, int *membership, float *centre)
{
    int points = grouping->points, features = grouping->features, clusters = grouping->clusters;
    int coordinates = clusters * features, iterations = 0, moved = points;
    /* An odd number of words a row: neighbouring threads' points lie in different banks of memory. */
    int row = features | 1, tile = TILE_WORDS / row < TILE ? TILE_WORDS / row : TILE;
    int tiles = tile > 0 ? (points + tile - 1) / tile : 0;
    const float *point = grouping->point;
    double *sum = port_allocate(coordinates, sizeof *sum);
    int *size = port_allocate(clusters, sizeof *size);
    if (tile == 0 || coordinates > MOST_COORDINATES) {
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
            float word[TILE_WORDS], centres[MOST_COORDINATES];
            int nearest_of[TILE], size_here[MOST_COORDINATES];
            double sum_here[MOST_COORDINATES];
#pragma omp parallel for
            for (int i = 0; i < coordinates; i++) {
                centres[i] = centre[i];
                size_here[i] = 0;
                sum_here[i] = 0;
            }
#pragma omp distribute
            for (int t = 0; t < tiles; t++) {
                int first = t * tile, count = points - first < tile ? points - first : tile;
#pragma omp parallel for collapse(2)
                for (int p = 0; p < count; p++)
                    for (int f = 0; f < features; f++)
                        word[p * row + f] = point[(size_t)(first + p) * features + f];
#pragma omp parallel for reduction(+ : moved)
                for (int p = 0; p < count; p++) {
                    int nearest = 0;
                    float least = FLT_MAX;
                    for (int c = 0; c < clusters; c++) {
                        float distance = 0;
                        for (int f = 0; f < features; f++) {
                            float difference = word[p * row + f] - centres[c * features + f];
                            distance += difference * difference;
                        }
                        if (distance < least) {
                            least = distance;
                            nearest = c;
                        }
                    }
                    moved += membership[first + p] != nearest;
                    membership[first + p] = nearest;
                    nearest_of[p] = nearest;
                }
#pragma omp parallel for
                for (int i = 0; i < coordinates; i++) {
                    int c = i / features, f = i % features, members = 0;
                    float of_tile = 0;
                    for (int p = 0; p < count; p++) {
                        if (nearest_of[p] == c) {
                            of_tile += word[p * row + f];
                            members++;
                        }
                    }
                    sum_here[i] += of_tile;
                    size_here[i] += members;
                }
            }
#pragma omp parallel for
            for (int i = 0; i < coordinates; i++) {
#pragma omp atomic update
                sum[i] += sum_here[i];
                if (i % features == 0) {
#pragma omp atomic update
                    size[i / features] += size_here[i];
                }
            }
        }
        move_centres(clusters, features, sum, size, centre);
        iterations++;
    }
    free(sum);
    free(size);
    return iterations;
}
