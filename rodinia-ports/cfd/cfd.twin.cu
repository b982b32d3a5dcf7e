// CFD by hand: a thread for each element; the copy of a step is made where its factors are.
#include "euler.h"
#include "twin.cuh"

static const int FLUX_THREADS = 128;  // of a block of the fluxes, which take many registers
static const int THREADS = 256;       // of a block of the others

static __global__ void start(int n, float *variables)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n)
        put_gas(variables, n, i, far_field());
}

static __global__ void __launch_bounds__(THREADS) prepare(int n, const float *__restrict__ variables,
                                                          const float *__restrict__ area, float *__restrict__ old,
                                                          float *__restrict__ factor)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n)
        return;
    const struct gas gas = gas_in(variables, n, i);
    put_gas(old, n, i, gas);
    factor[i] = step_factor(gas, area[i]);
}

static __global__ void __launch_bounds__(FLUX_THREADS)
    fluxes(int n, const int *__restrict__ neighbour, const float *__restrict__ normal,
           const float *__restrict__ variables, float *__restrict__ flux)
{
    const int i = blockIdx.x * FLUX_THREADS + threadIdx.x;
    if (i < n)
        put_gas(flux, n, i, flux_into(neighbour, normal, variables, n, i));
}

static __global__ void __launch_bounds__(THREADS)
    advance(int n, int stage, const float *__restrict__ old, const float *__restrict__ factor,
            const float *__restrict__ flux, float *__restrict__ variables)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n)
        return;
    const float f = factor[i] / (STAGES - stage);
#pragma unroll
    for (size_t v = 0; v < VARIABLES; v++)
        variables[v * n + i] = old[v * n + i] + f * flux[v * n + i];
}

extern "C" void solve(const struct mesh *mesh, int steps, float *variables)
{
    const int n = mesh->elements, blocks = (n + THREADS - 1) / THREADS;
    const size_t row = n * sizeof(float);
    int *neighbour;
    float *normal, *area, *now, *old, *flux, *factor;
    CUDA(cudaMalloc(&neighbour, FACES * row));
    CUDA(cudaMalloc(&normal, 3 * FACES * row));
    CUDA(cudaMalloc(&area, row));
    CUDA(cudaMalloc(&now, VARIABLES * row));
    CUDA(cudaMalloc(&old, VARIABLES * row));
    CUDA(cudaMalloc(&flux, VARIABLES * row));
    CUDA(cudaMalloc(&factor, row));
    CUDA(cudaMemcpy(neighbour, mesh->neighbour, FACES * row, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(normal, mesh->normal, 3 * FACES * row, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(area, mesh->area, row, cudaMemcpyHostToDevice));
    start<<<blocks, THREADS>>>(n, now);
    for (int step = 0; step < steps; step++) {
        prepare<<<blocks, THREADS>>>(n, now, area, old, factor);
        for (int stage = 0; stage < STAGES; stage++) {
            fluxes<<<(n + FLUX_THREADS - 1) / FLUX_THREADS, FLUX_THREADS>>>(n, neighbour, normal, now, flux);
            advance<<<blocks, THREADS>>>(n, stage, old, factor, flux, now);
        }
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(variables, now, VARIABLES * row, cudaMemcpyDeviceToHost));
    void *all[] = {neighbour, normal, area, now, old, flux, factor};
    for (void *p : all)
        CUDA(cudaFree(p));
}
