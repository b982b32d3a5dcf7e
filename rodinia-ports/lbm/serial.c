/* LBM, serial. */
#include "lbm.h"

void solve(const struct cavity *cavity, float *f)
{
    size_t row = cavity->row, plane = cavity->plane, cells = cavity->cells, bytes = DIRECTIONS * cells * sizeof *f;
    float *now = f, *next = port_allocate(1, bytes), *other = next;
    memcpy(next, f, bytes);
    for (int step = 0; step < cavity->steps; step++) {
        for (int z = 0; z < cavity->nz; z++) {
            for (int y = 0; y < cavity->ny; y++) {
                for (int x = 0; x < cavity->nx; x++) {
                    size_t cell = FIRST_CELL(cavity) + z * plane + y * row + x;
                    push_cell(now, next, cavity->kind[cell], cell, cells, row, plane);
                }
            }
        }
        float *last = now;
        now = next;
        next = last;
    }
    if (now != f)
        memcpy(f, now, bytes);
    free(other);
}
