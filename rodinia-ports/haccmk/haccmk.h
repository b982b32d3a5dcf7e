#ifndef HACCMK_H
#define HACCMK_H

#include <math.h>

#include "port.h"

/* Particles of a cosmological simulation: places, masses, and velocities that `solve` changes. */
struct particles {
    int count;
    const float *x, *y, *z, *mass;
    float *vx, *vy, *vz;
};

/* The square of the force's range, the softening, and the factor of the velocities' change. */
#define RANGE2 0.5f
#define SOFTENING2 0.03f
#define FACTOR 0.23f

/* The short-range force over the distance's vector and the mass, as HACC has it, of the distance's square: Newton's less
   the part that the long-range solver treats, which is a polynomial in the square. No force acts beyond the range. */
static inline float force_at(float r2)
{
    float inverse = 1.0f / sqrtf(r2 + SOFTENING2);
    float rest = 0.0000605491f + r2 * -0.00000147177f;
    rest = -0.00109313f + r2 * rest;
    rest = 0.0114808f + r2 * rest;
    rest = -0.0750978f + r2 * rest;
    rest = 0.269327f + r2 * rest;
    return r2 < RANGE2 ? inverse * inverse * inverse - rest : 0;
}

#ifdef __cplusplus
extern "C"
#endif
/* Adds to each particle's velocity what all the others' short-range forces change. */
void solve(const struct particles *particles);

#endif
