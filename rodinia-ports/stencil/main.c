/* Stencil: random values from a fixed seed, as in the original. */
#include "stencil.h"

/* Of how many planes one is written. */
#define EACH_PLANE 4

int main(int argc, char **argv)
{
    static const struct grid grids[] = {{37, 21, 11, 5}, {128, 128, 32, 100}, {512, 512, 256, 100}};
    struct port_arguments a = port_arguments(argc, argv);
    const struct grid *grid = &grids[a.size];
    size_t points = (size_t)grid->nx * grid->ny * grid->nz;
    float *first = port_allocate(points, sizeof *first), *values = port_allocate(points, sizeof *values);
    uint64_t random = 9;
    for (size_t i = 0; i < points; i++)
        first[i] = (float)port_random_unit(&random);

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        memcpy(values, first, points * sizeof *values);
        double start = port_seconds();
        solve(grid, values);
        seconds += port_seconds() - start;
    }
    /* An inner point costs 5 sums, 2 products and a difference; a step reads and writes the grid. */
    double inner = (double)(grid->nx - 2) * (grid->ny - 2) * (grid->nz - 2) * grid->steps;
    port_report(seconds / a.repeat, a.repeat, 8 * inner, 2 * sizeof *values * inner);
    size_t plane = (size_t)grid->nx * grid->ny, written = 0;
    for (int k = 1; k < grid->nz; k += EACH_PLANE, written += plane)
        memmove(values + written, values + k * plane, plane * sizeof *values);
    port_write("values.f32", values, written, sizeof *values);
    free(first);
    free(values);
    return 0;
}
