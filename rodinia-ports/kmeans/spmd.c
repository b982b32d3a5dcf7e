/* K-means: a target region an iteration, its points over all threads; the clusters' sums and sizes are reductions of
   arrays. */
#include "kmeans.h"

#include <float.h>

int solve(const struct grouping *grouping, int *membership, float *centre)
{
    int points = grouping->points, features = grouping->features, clusters = grouping->clusters;
    int coordinates = clusters * features, iterations = 0, moved = points;
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
#pragma omp target teams distribute parallel for reduction(+ : moved, sum[0 : coordinates], size[0 : clusters]) \
    map(to : centre[0 : coordinates]) map(tofrom : moved, sum[0 : coordinates], size[0 : clusters])
        for (int p = 0; p < points; p++) {
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
            size[nearest]++;
            for (int f = 0; f < features; f++)
                sum[nearest * features + f] += point[(size_t)p * features + f];
        }
        move_centres(clusters, features, sum, size, centre);
        iterations++;
    }
    free(sum);
    free(size);
    return iterations;
}
