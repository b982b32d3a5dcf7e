#ifndef LAVAMD_H
#define LAVAMD_H

#include "port.h"

enum {
    PARTICLES = 100, /* of a box */
    NEIGHBOURS = 26  /* of a box, at the most */
};

/* A position and, in `v`, what belongs to it: half its squared distance from the origin, or a potential. */
struct vector4 {
    double v, x, y, z;
};

/* A box of the grid: its first particle and the boxes that touch it, which are fewer at the grid's border. */
struct box {
    int x, y, z;
    int number;
    long offset;
    int neighbours;
    int neighbour[NEIGHBOURS];
};

/* Particles in a grid of boxes, box by box. */
struct space {
    int boxes;
    const struct box *box;
    const struct vector4 *position; /* PARTICLES * boxes */
    const double *charge;           /* PARTICLES * boxes */
    double alpha;
};

#ifdef __cplusplus
extern "C"
#endif
/* Writes each particle's potential (`v`) and force (`x`, `y`, `z`), from all particles of its own box and of the
   neighbours' boxes, to `force` (PARTICLES * boxes elements). */
void solve(const struct space *space, struct vector4 *force);

#endif
