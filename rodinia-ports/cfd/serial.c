/* CFD, serial. */
#include "euler.h"

void solve(const struct mesh *mesh, int steps, float *variables)
{
    size_t n = mesh->elements;
    float *old = port_allocate(VARIABLES * n, sizeof *old), *flux = port_allocate(VARIABLES * n, sizeof *flux);
    float *factor = port_allocate(n, sizeof *factor);
    for (size_t i = 0; i < n; i++)
        put_gas(variables, n, i, far_field());
    for (int step = 0; step < steps; step++) {
        memcpy(old, variables, VARIABLES * n * sizeof *old);
        for (size_t i = 0; i < n; i++)
            factor[i] = step_factor(gas_in(variables, n, i), mesh->area[i]);
        for (int stage = 0; stage < STAGES; stage++) {
            for (size_t i = 0; i < n; i++)
                put_gas(flux, n, i, flux_into(mesh->neighbour, mesh->normal, variables, n, i));
            for (int v = 0; v < VARIABLES; v++)
                for (size_t i = 0; i < n; i++)
                    variables[v * n + i] = old[v * n + i] + factor[i] / (STAGES - stage) * flux[v * n + i];
        }
    }
    free(old);
    free(flux);
    free(factor);
}
