/* LBM: teams take rows of cells, their threads the cells of a row. */
#include "lbm.h"

void solve(const struct cavity *cavity, float *f)
{
    int nx = cavity->nx, ny = cavity->ny, nz = cavity->nz;
    size_t row = cavity->row, plane = cavity->plane, cells = cavity->cells, all = DIRECTIONS * cells;
    size_t first = FIRST_CELL(cavity);
    const uint8_t *kind = cavity->kind;
    float *now = f, *next = port_allocate(all, sizeof *next), *other = next;
    memcpy(next, f, all * sizeof *next);
#pragma omp target data map(to : kind[0 : cells]) map(tofrom : now[0 : all]) map(to : other[0 : all])
    {
        for (int step = 0; step < cavity->steps; step++) {
#pragma omp target teams distribute collapse(2)
            for (int z = 0; z < nz; z++) {
                for (int y = 0; y < ny; y++) {
#pragma omp parallel for
                    for (int x = 0; x < nx; x++) {
                        size_t cell = first + z * plane + y * row + x;
                        push_cell(now, next, kind[cell], cell, cells, row, plane);
                    }
                }
            }
            float *last = now;
            now = next;
            next = last;
        }
        if (now != f) {
#pragma omp target teams distribute parallel for
            for (size_t i = 0; i < all; i++)
                f[i] = now[i];
        }
    }
    free(other);
}
