#ifndef LBM_H
#define LBM_H

#include <stddef.h>

#include "port.h"

/* What a cell is: fluid, a wall that reflects, or fluid whose velocity is held. */
enum { FLUID, OBSTACLE, DRIVEN };

/* A cavity of `nx` by `ny` by `nz` cells, x fastest. Rows and planes are padded, so that what leaves the cavity stays
   in memory, and there are planes in front and behind. A cell (x, y, z) is element cell_of(); `cells` are all. */
struct cavity {
    int nx, ny, nz, steps;
    size_t row, plane, cells;
    const uint8_t *kind;
};

#define FIRST_CELL(cavity) (2 * (cavity)->plane)

/* The 19 directions' names: the centre, the 6 sides, the 12 edges. The densities of a direction lie together. */
enum { C, N, S, E, W, T, B, NE, NW, SE, SW, NT, NB, ST, SB, ET, EB, WT, WB, DIRECTIONS };

#define OMEGA 1.95f
#define WEIGHT_C (1.0f / 3)
#define WEIGHT_SIDE (1.0f / 18)
#define WEIGHT_EDGE (1.0f / 36)

/* What is done with each direction but the centre: its opposite, its offset, its velocity, its weight. */
#define EACH_DIRECTION(DO)                                                                                            \
    DO(N, S, row, uy, WEIGHT_SIDE)                                                                                    \
    DO(S, N, -row, -uy, WEIGHT_SIDE)                                                                                  \
    DO(E, W, 1, ux, WEIGHT_SIDE)                                                                                      \
    DO(W, E, -1, -ux, WEIGHT_SIDE)                                                                                    \
    DO(T, B, plane, uz, WEIGHT_SIDE)                                                                                  \
    DO(B, T, -plane, -uz, WEIGHT_SIDE)                                                                                \
    DO(NE, SW, row + 1, ux + uy, WEIGHT_EDGE)                                                                         \
    DO(NW, SE, row - 1, uy - ux, WEIGHT_EDGE)                                                                         \
    DO(SE, NW, 1 - row, ux - uy, WEIGHT_EDGE)                                                                         \
    DO(SW, NE, -row - 1, -ux - uy, WEIGHT_EDGE)                                                                       \
    DO(NT, SB, row + plane, uy + uz, WEIGHT_EDGE)                                                                     \
    DO(NB, ST, row - plane, uy - uz, WEIGHT_EDGE)                                                                     \
    DO(ST, NB, plane - row, uz - uy, WEIGHT_EDGE)                                                                     \
    DO(SB, NT, -row - plane, -uy - uz, WEIGHT_EDGE)                                                                   \
    DO(ET, WB, plane + 1, ux + uz, WEIGHT_EDGE)                                                                       \
    DO(EB, WT, 1 - plane, ux - uz, WEIGHT_EDGE)                                                                       \
    DO(WT, EB, plane - 1, uz - ux, WEIGHT_EDGE)                                                                       \
    DO(WB, ET, -plane - 1, -ux - uz, WEIGHT_EDGE)

/* Takes the 19 densities of one cell from `from`, collides them, and pushes them to the neighbours in `to`. */
#ifdef __CUDACC__
__device__
#endif
static inline void push_cell(const float *__restrict__ from, float *__restrict__ to, int kind, size_t cell,
                             size_t cells, ptrdiff_t row, ptrdiff_t plane)
{
    const float *f = from + cell;
    float *t = to + cell, centre = f[C * cells];
#define LOAD(name, opposite, offset, velocity, weight) float f##name = f[name * cells];
    EACH_DIRECTION(LOAD)
#undef LOAD
    if (kind == OBSTACLE) {
        t[C * cells] = centre;
#define REFLECT(name, opposite, offset, velocity, weight) t[(ptrdiff_t)(name * cells) + (offset)] = f##opposite;
        EACH_DIRECTION(REFLECT)
#undef REFLECT
        return;
    }
    float density = centre + fN + fS + fE + fW + fT + fB + fNE + fNW + fSE + fSW + fNT + fNB + fST + fSB + fET + fEB +
                    fWT + fWB;
    float ux = (fE - fW + fNE - fNW + fSE - fSW + fET + fEB - fWT - fWB) / density;
    float uy = (fN - fS + fNE + fNW - fSE - fSW + fNT + fNB - fST - fSB) / density;
    float uz = (fT - fB + fNT - fNB + fST - fSB + fET - fEB + fWT - fWB) / density;
    if (kind == DRIVEN) {
        ux = 0.005f;
        uy = 0.002f;
        uz = 0;
    }
    float u2 = 1.5f * (ux * ux + uy * uy + uz * uz), rate = OMEGA * density;
    t[C * cells] = (1 - OMEGA) * centre + WEIGHT_C * rate * (1 - u2);
#define COLLIDE(name, opposite, offset, velocity, weight)                                                             \
    t[(ptrdiff_t)(name * cells) + (offset)] =                                                                         \
        (1 - OMEGA) * f##name + weight * rate * (1 + (velocity) * (4.5f * (velocity) + 3) - u2);
    EACH_DIRECTION(COLLIDE)
#undef COLLIDE
}

#ifdef __cplusplus
extern "C"
#endif
/* Does the cavity's steps with the densities `f` (DIRECTIONS times `cells` elements). */
void solve(const struct cavity *cavity, float *f);

#endif
