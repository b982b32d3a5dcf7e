/* K-means: a target region an iteration; teams take tiles of points. A team's threads find the nearest centre of each
   point; then each of them adds up one coordinate of one cluster over the tile. */
#include "kmeans.h"

#include <float.h>

#define TILE 1024

int solve(const struct grouping *grouping, int *membership, float *centre)
{
    int points = grouping->points, features = grouping->features, clusters = grouping->clusters;
    int coordinates = clusters * features, iterations = 0, moved = points;
    int tiles = (points + TILE - 1) / TILE;
    const float *point = grouping->point;
    double *sum = port_allocate(coordinates, sizeof *sum);
    int *size = port_allocate(clusters, sizeof *size);
    memcpy(centre, point, coordinates * sizeof *centre);
    for (int p = 0; p < points; p++)
        membership[p] = -1;
#pragma omp target data map(to : point[0 : (size_t)points * features]) map(tofrom : membership[0 : points])
    while (moved > grouping->threshold * points && iterations < grouping->most_iterations) {
        memset(sum, 0, coordinates * sizeof *sum);
        memset(size, 0, clusters * sizeof *size);
        moved = 0;
#pragma omp target teams distribute reduction(+ : moved) map(to : centre[0 : coordinates]) \
    map(tofrom : moved, sum[0 : coordinates], size[0 : clusters])
        for (int tile = 0; tile < tiles; tile++) {
            int first = tile * TILE, end = points - first < TILE ? points : first + TILE;
#pragma omp parallel for reduction(+ : moved)
            for (int p = first; p < end; p++) {
                int nearest = 0;
                float least = FLT_MAX;
                for (int c = 0; c < clusters; c++) {
                    float distance = 0;
                    for (int f = 0; f < features; f++) {
                        float difference = point[(size_t)p * features + f] - centre[c * features + f];
                        distance += difference * difference;
                    }
                    if (distance < least) {
                        least = distance;
                        nearest = c;
                    }
                }
                moved += membership[p] != nearest;
                membership[p] = nearest;
            }
#pragma omp parallel for collapse(2)
            for (int c = 0; c < clusters; c++) {
                for (int f = 0; f < features; f++) {
                    double of_tile = 0;
                    int members = 0;
                    for (int p = first; p < end; p++) {
                        if (membership[p] == c) {
                            of_tile += point[(size_t)p * features + f];
                            members++;
                        }
                    }
#pragma omp atomic update
                    sum[c * features + f] += of_tile;
                    if (f == 0) {
#pragma omp atomic update
                        size[c] += members;
                    }
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
