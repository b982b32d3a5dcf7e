/* K-means: a target region an iteration, its points over all threads; the clusters' sums and sizes are reductions of
   arrays. The points lie on the device coordinate by coordinate, so that neighbouring threads read neighbouring words, and
   a thread goes once through them for several centres. */
#include "kmeans.h"

#include <float.h>

enum { CENTRES = 8 }; /* whose distances a thread adds up at a time */

int solve(const struct grouping *grouping, int *membership, float *centre)
{
    int points = grouping->points, features = grouping->features, clusters = grouping->clusters;
    int coordinates = clusters * features, iterations = 0, moved = points;
    size_t words = (size_t)points * features;
    const float *point = grouping->point;
    float *column = port_allocate(words, sizeof *column);
    double *sum = port_allocate(coordinates, sizeof *sum);
    int *size = port_allocate(clusters, sizeof *size);
    memcpy(centre, point, coordinates * sizeof *centre);
    for (int p = 0; p < points; p++)
        membership[p] = -1;
#pragma omp target data map(alloc : column[0 : words]) map(tofrom : membership[0 : points])
    {
#pragma omp target teams distribute parallel for collapse(2) map(to : point[0 : words])
        for (int f = 0; f < features; f++)
            for (int p = 0; p < points; p++)
                column[(size_t)f * points + p] = point[(size_t)p * features + f];
        while (moved > grouping->threshold * points && iterations < grouping->most_iterations) {
            memset(sum, 0, coordinates * sizeof *sum);
            memset(size, 0, clusters * sizeof *size);
            moved = 0;
#pragma omp target teams distribute parallel for reduction(+ : moved, sum[0 : coordinates], size[0 : clusters]) \
    map(to : centre[0 : coordinates]) map(tofrom : moved, sum[0 : coordinates], size[0 : clusters])
            for (int p = 0; p < points; p++) {
                int nearest = 0;
                float least = FLT_MAX;
                for (int first = 0; first < clusters; first += CENTRES) {
                    float distance[CENTRES] = {0};
                    for (int f = 0; f < features; f++) {
                        float here = column[(size_t)f * points + p];
                        for (int i = 0; i < CENTRES; i++) {
                            /* Behind the last centre its distance comes out again. */
                            int c = first + i < clusters ? first + i : clusters - 1;
                            float difference = here - centre[c * features + f];
                            distance[i] += difference * difference;
                        }
                    }
                    for (int i = 0; i < CENTRES; i++) {
                        if (first + i < clusters && distance[i] < least) {
                            least = distance[i];
                            nearest = first + i;
                        }
                    }
                }
                moved += membership[p] != nearest;
                membership[p] = nearest;
                size[nearest]++;
                for (int f = 0; f < features; f++)
                    sum[nearest * features + f] += column[(size_t)f * points + p];
            }
            move_centres(clusters, features, sum, size, centre);
            iterations++;
        }
    }
    free(column);
    free(sum);
    free(size);
    return iterations;
}
