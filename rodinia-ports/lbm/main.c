/* LBM: a cavity whose inner bottom and top are driven, as in the original. */
#include "lbm.h"

/* Operations of a fluid cell: 18 for the density, 30 for the velocities, 6 for their square, 1 for the rate, 5 for the
   centre, 9 for each of 18 directions and 12 to add two velocities. */
#define OPERATIONS 234

static int kind_of(const struct cavity *c, int x, int y, int z)
{
    if (x == 0 || x == c->nx - 1 || y == 0 || y == c->ny - 1 || z == 0 || z == c->nz - 1)
        return OBSTACLE;
    if ((z == 1 || z == c->nz - 2) && x > 1 && x < c->nx - 2 && y > 1 && y < c->ny - 2)
        return DRIVEN;
    return FLUID;
}

/* The velocities of one cell, as the original writes them. */
static void velocity(const float *f, size_t cells, float *u)
{
    float density = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        density += f[d * cells];
#define AT(name) f[name * cells]
    u[0] = AT(E) - AT(W) + AT(NE) - AT(NW) + AT(SE) - AT(SW) + AT(ET) + AT(EB) - AT(WT) - AT(WB);
    u[1] = AT(N) - AT(S) + AT(NE) + AT(NW) - AT(SE) - AT(SW) + AT(NT) + AT(NB) - AT(ST) - AT(SB);
    u[2] = AT(T) - AT(B) + AT(NT) - AT(NB) + AT(ST) - AT(SB) + AT(ET) - AT(EB) + AT(WT) - AT(WB);
    for (int d = 0; d < 3; d++)
        u[d] /= density;
}

static void still(float *f, size_t cells)
{
    for (int d = 0; d < DIRECTIONS; d++)
        for (size_t cell = 0; cell < cells; cell++)
            f[d * cells + cell] = d == C ? WEIGHT_C : d <= B ? WEIGHT_SIDE : WEIGHT_EDGE;
}

int main(int argc, char **argv)
{
    static const int extents[][4] = {{13, 10, 7, 5}, {120, 120, 150, 10}, {120, 120, 150, 100}};
    struct port_arguments a = port_arguments(argc, argv);
    const int *extent = extents[a.size];
    struct cavity c = {extent[0], extent[1], extent[2], extent[3], 0, 0, 0, NULL};
    c.row = (c.nx + 1 + 31) / 32 * 32;
    c.plane = c.row * (c.ny + 1);
    c.cells = c.plane * (c.nz + 3);
    uint8_t *kind = port_allocate(c.cells, sizeof *kind);
    float *f = port_allocate(DIRECTIONS * c.cells, sizeof *f);
    float *u = port_allocate(3 * (size_t)c.nx * c.ny * c.nz, sizeof *u);
    size_t real = 0;
    for (int z = 0; z < c.nz; z++)
        for (int y = 0; y < c.ny; y++)
            for (int x = 0; x < c.nx; x++, real++)
                kind[FIRST_CELL(&c) + z * c.plane + y * c.row + x] = (uint8_t)kind_of(&c, x, y, z);
    c.kind = kind;

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        still(f, c.cells);
        double start = port_seconds();
        solve(&c, f);
        seconds += port_seconds() - start;
    }
    /* A step reads and writes 19 densities of each cell and reads its kind. */
    port_report(seconds / a.repeat, a.repeat, (double)OPERATIONS * (c.nx - 2) * (c.ny - 2) * (c.nz - 2) * c.steps,
                (2.0 * DIRECTIONS * sizeof *f + 1) * real * c.steps);
    size_t at = 0;
    for (int z = 0; z < c.nz; z++)
        for (int y = 0; y < c.ny; y++)
            for (int x = 0; x < c.nx; x++, at++)
                velocity(f + FIRST_CELL(&c) + z * c.plane + y * c.row + x, c.cells, u + 3 * at);
    port_write("velocities.f32", u, 3 * at, sizeof *u);
    free(kind);
    free(f);
    free(u);
    return 0;
}
