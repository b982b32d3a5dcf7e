#ifndef KMEANS_H
#define KMEANS_H

#include "port.h"

/* Points with `features` coordinates each, point by point, and how they are to be grouped: until at most the share
   `threshold` of the points changes its cluster, or `most_iterations` times. */
struct grouping {
    int points;
    int features;
    int clusters;
    int most_iterations;
    double threshold;
    const float *point;
};

/* The host's part of an iteration: centres become the means of their points; a cluster without points keeps its. */
static inline void move_centres(int clusters, int features, const double *sum, const int *size, float *centre)
{
    for (int c = 0; c < clusters; c++)
        for (int f = 0; f < features; f++)
            if (size[c] > 0)
                centre[c * features + f] = (float)(sum[c * features + f] / size[c]);
}

#ifdef __cplusplus
extern "C"
#endif
/* Writes each point's cluster and the clusters' centres (`clusters` by `features`); returns how often it iterated. */
int solve(const struct grouping *grouping, int *membership, float *centre);

#endif
