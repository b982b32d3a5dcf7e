/* Stencil: teams take rows of inner points, their threads the points of a row. */
#include "stencil.h"

void solve(const struct grid *grid, float *a)
{
    int nx = grid->nx, ny = grid->ny, nz = grid->nz, steps = grid->steps;
    size_t plane = (size_t)nx * ny, points = plane * nz;
    float *now = a, *next = port_allocate(points, sizeof *next), *other = next;
    memcpy(next, a, points * sizeof *next);
#pragma omp target data map(tofrom : now[0 : points]) map(to : other[0 : points])
    {
        for (int step = 0; step < steps; step++) {
#pragma omp target teams distribute collapse(2)
            for (int k = 1; k < nz - 1; k++) {
                for (int j = 1; j < ny - 1; j++) {
#pragma omp parallel for
                    for (int i = 1; i < nx - 1; i++) {
                        size_t at = k * plane + (size_t)j * nx + i;
                        next[at] = C1 * (now[at + plane] + now[at - plane] + now[at + nx] + now[at - nx] +
                                         now[at + 1] + now[at - 1]) -
                                   C0 * now[at];
                    }
                }
            }
            float *last = now;
            now = next;
            next = last;
        }
        if (now != a) {
#pragma omp target teams distribute parallel for
            for (size_t i = 0; i < points; i++)
                a[i] = now[i];
        }
    }
    free(other);
}
