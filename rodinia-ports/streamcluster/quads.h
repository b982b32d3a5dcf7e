/* Coordinates in OpenMP: four at a time, aligned so that they can be loaded at once. */
#ifndef QUADS_H
#define QUADS_H

struct quad {
    float of[4];
} __attribute__((aligned(16)));

/* How many hold so many coordinates: an even number, so that a lane has two of a point at once, half a point apart. */
#define QUADS(dimensions) (((dimensions) + 7) / 8 * 2)

#pragma omp declare target
static inline float squares(struct quad a, struct quad b)
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (a.of[i] - b.of[i]) * (a.of[i] - b.of[i]);
    return sum;
}
#pragma omp end declare target

#endif
