/* CFD: a team for each block of elements, as the original for CPUs has it; the block's borders are the team's. */
#include "euler.h"

enum { BLOCK = 256 };

void solve(const struct mesh *mesh, int steps, float *variables)
{
    int n = mesh->elements, blocks = (n + BLOCK - 1) / BLOCK;
    size_t values = (size_t)VARIABLES * n, faces = (size_t)FACES * n;
    const int *neighbour = mesh->neighbour;
    const float *normal = mesh->normal, *area = mesh->area;
    float *old = port_allocate(values, sizeof *old), *flux = port_allocate(values, sizeof *flux);
    float *factor = port_allocate(n, sizeof *factor);
#pragma omp target data map(to : neighbour[0 : faces], normal[0 : 3 * faces], area[0 : n]) \
    map(from : variables[0 : values]) map(alloc : old[0 : values], flux[0 : values], factor[0 : n])
    {
#pragma omp target teams distribute thread_limit(BLOCK)
        for (int b = 0; b < blocks; b++) {
            int begin = b * BLOCK, end = begin + BLOCK < n ? begin + BLOCK : n;
#pragma omp parallel for
            for (int i = begin; i < end; i++)
                put_gas(variables, n, i, far_field());
        }
        for (int step = 0; step < steps; step++) {
#pragma omp target teams distribute thread_limit(BLOCK)
            for (int b = 0; b < blocks; b++) {
                int begin = b * BLOCK, end = begin + BLOCK < n ? begin + BLOCK : n;
#pragma omp parallel for
                for (int i = begin; i < end; i++) {
                    struct gas gas = gas_in(variables, n, i);
                    put_gas(old, n, i, gas);
                    factor[i] = step_factor(gas, area[i]);
                }
            }
            for (int stage = 0; stage < STAGES; stage++) {
#pragma omp target teams distribute thread_limit(BLOCK)
                for (int b = 0; b < blocks; b++) {
                    int begin = b * BLOCK, end = begin + BLOCK < n ? begin + BLOCK : n;
#pragma omp parallel for
                    for (int i = begin; i < end; i++)
                        put_gas(flux, n, i, flux_into(neighbour, normal, variables, n, i));
                }
#pragma omp target teams distribute thread_limit(BLOCK)
                for (int b = 0; b < blocks; b++) {
                    int begin = b * BLOCK, end = begin + BLOCK < n ? begin + BLOCK : n;
#pragma omp parallel for
                    for (int i = begin; i < end; i++) {
                        float share = factor[i] / (STAGES - stage);
                        for (size_t v = 0; v < VARIABLES; v++)
                            variables[v * n + i] = old[v * n + i] + share * flux[v * n + i];
                    }
                }
            }
        }
    }
    free(old);
    free(flux);
    free(factor);
}
