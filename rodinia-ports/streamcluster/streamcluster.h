#ifndef STREAMCLUSTER_H
#define STREAMCLUSTER_H

#include "port.h"

/* Coordinates are multiples of 1/256 below 1, and dimensions are at most 256: squared distances are exact. */
struct points {
    int count;
    int dimensions;
    const float *coordinate; /* point by point */
    const float *weight;
};

/* Each point's centre and what it costs there: weight times squared distance. */
struct clusters {
    int centres;
    int *centre; /* the points that are centres; room for all */
    int *place;  /* of a centre in `centre`, by point */
    int *assign;
    float *cost;
};

/* What the search wants. */
struct aim {
    int least; /* centres */
    int most;
    uint64_t seed;
};

/* What the search found, besides the clusters. */
struct outcome {
    double cost;  /* of all points, and of opening the centres */
    long sweeps; /* over all points */
};

/* Sweeps over all points, which the variants define; `assign` and `place` are theirs while the search runs. */
struct sweeps {
    /* Assign all points, or those that are nearer to it than to their centre, to point `x`; bring `clusters->cost` up
       to date for the host and return its sum. */
    double (*assign_all)(const struct points *points, struct clusters *clusters, int x);
    double (*assign_nearer)(const struct points *points, struct clusters *clusters, int x);
    /* Returns by how much the cost of the points changes (or 0 or less) whose costs are lower at `x`; adds to
       `lower[p]` what the other points of the centre at place `p` would lose by going to `x`, as numbers below 0. */
    double (*gain)(const struct points *points, struct clusters *clusters, int x, double *lower);
    /* Assigns the points that are nearer to it, and those of centres at places that close, to `x`. */
    void (*reassign)(const struct points *points, struct clusters *clusters, int x, const int *closes);
    /* Takes note that the host has changed `place`. */
    void (*placed)(const struct points *points, struct clusters *clusters);
};

#ifdef __cplusplus
extern "C" {
#endif
/* The search, which is the host's. */
struct outcome search(const struct points *points, const struct aim *aim, const struct sweeps *sweeps,
                      struct clusters *clusters);

/* Clusters the points into between `aim->least` and `aim->most` clusters, or about. */
struct outcome solve(const struct points *points, const struct aim *aim, struct clusters *clusters);

#ifdef __cplusplus
}
#endif

#endif
