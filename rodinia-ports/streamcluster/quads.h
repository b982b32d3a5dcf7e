/* Coordinates in OpenMP: four at a time, aligned so that they can be loaded at once. */
#ifndef QUADS_H
#define QUADS_H

struct quad {
    float of[4];
} __attribute__((aligned(16)));

/* How many hold so many coordinates. */
#define QUADS(dimensions) (((dimensions) + 3) / 4)

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
