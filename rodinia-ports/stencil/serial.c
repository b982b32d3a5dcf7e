/* Stencil, serial. */
#include "stencil.h"

void solve(const struct grid *grid, float *a)
{
    int nx = grid->nx, ny = grid->ny, nz = grid->nz;
    size_t plane = (size_t)nx * ny, points = plane * nz;
    float *now = a, *next = port_allocate(points, sizeof *next), *other = next;
    memcpy(next, a, points * sizeof *next);
    for (int step = 0; step < grid->steps; step++) {
        for (int k = 1; k < nz - 1; k++) {
            for (int j = 1; j < ny - 1; j++) {
                for (int i = 1; i < nx - 1; i++) {
                    size_t at = k * plane + (size_t)j * nx + i;
                    next[at] = C1 * (now[at + plane] + now[at - plane] + now[at + nx] + now[at - nx] + now[at + 1] +
                                     now[at - 1]) -
                               C0 * now[at];
                }
            }
        }
        float *last = now;
        now = next;
        next = last;
    }
    if (now != a)
        memcpy(a, now, points * sizeof *a);
    free(other);
}
