#ifndef CFD_H
#define CFD_H

#include "port.h"

enum { FACES = 4 };                                                   /* of an element */
enum { DENSITY, MOMENTUM_X, MOMENTUM_Y, MOMENTUM_Z, ENERGY, VARIABLES }; /* of an element */
enum { WALL = -1, FAR_FIELD = -2 };                                   /* in place of a neighbour */

/* A mesh of tetrahedra, each array with its last index running over the elements. */
struct mesh {
    int elements;
    const int *neighbour; /* [FACES][elements] */
    const float *normal;  /* [3][FACES][elements]: inwards, as long as the face is large */
    const float *area;    /* [elements]: the square of the sum of the faces' areas */
};

#ifdef __cplusplus
extern "C"
#endif
/* Takes the flow from the far field's through `steps` steps of time; `variables` is [VARIABLES][elements]. */
void solve(const struct mesh *mesh, int steps, float *variables);

#endif
