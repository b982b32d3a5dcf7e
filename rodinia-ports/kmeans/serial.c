/* K-means, serial: point by point. */
#include "kmeans.h"

#include <float.h>

int solve(const struct grouping *grouping, int *membership, float *centre)
{
    int points = grouping->points, features = grouping->features, clusters = grouping->clusters;
    double *sum = port_allocate((size_t)clusters * features, sizeof *sum);
    int *size = port_allocate(clusters, sizeof *size), iterations = 0, moved = points;
    memcpy(centre, grouping->point, (size_t)clusters * features * sizeof *centre);
    for (int p = 0; p < points; p++)
        membership[p] = -1;
    while (moved > grouping->threshold * points && iterations < grouping->most_iterations) {
        memset(sum, 0, (size_t)clusters * features * sizeof *sum);
        memset(size, 0, clusters * sizeof *size);
        moved = 0;
        for (int p = 0; p < points; p++) {
            const float *point = grouping->point + (size_t)p * features;
            int nearest = 0;
            float least = FLT_MAX;
            for (int c = 0; c < clusters; c++) {
                float distance = 0;
                for (int f = 0; f < features; f++) {
                    float difference = point[f] - centre[c * features + f];
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
                sum[nearest * features + f] += point[f];
        }
        move_centres(clusters, features, sum, size, centre);
        iterations++;
    }
    free(sum);
    free(size);
    return iterations;
}
