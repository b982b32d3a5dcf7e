/* Places in OpenMP: two at a time, aligned as allocated memory is, so that they can be loaded at once. */
#ifndef PAIRS_H
#define PAIRS_H

#include "nn.h"

#include <math.h>

struct pair {
    struct place of[2];
} __attribute__((aligned(16)));

struct pair_distance {
    float of[2];
} __attribute__((aligned(8)));

#pragma omp declare target
static inline float distance_of(struct place at, float latitude, float longitude)
{
    float north = at.latitude - latitude, east = at.longitude - longitude;
    return sqrtf(north * north + east * east);
}

/* The distances of the two places of a pair; the last pair may have one. */
static inline void distances_of(int pair, int count, const struct place *place, float latitude, float longitude,
                                float *distance)
{
    if (2 * pair + 1 < count) {
        struct pair at = ((const struct pair *)place)[pair];
        struct pair_distance both = {
            {distance_of(at.of[0], latitude, longitude), distance_of(at.of[1], latitude, longitude)}};
        ((struct pair_distance *)distance)[pair] = both;
    } else {
        distance[2 * pair] = distance_of(place[2 * pair], latitude, longitude);
    }
}
#pragma omp end declare target

#endif
