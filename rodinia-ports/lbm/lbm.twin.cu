// LBM by hand: a block a row of the cavity, or a piece of it, a thread a cell.
#include "lbm.h"
#include "twin.cuh"

static constexpr int THREADS = 128;

static __global__ void __launch_bounds__(THREADS)
    step(int nx, ptrdiff_t row, ptrdiff_t plane, size_t cells, size_t first, const uint8_t *__restrict__ kind,
         const float *__restrict__ now, float *__restrict__ next)
{
    const int x = blockIdx.x * THREADS + threadIdx.x;
    if (x >= nx)
        return;
    const size_t cell = first + blockIdx.z * plane + blockIdx.y * row + x;
    push_cell(now, next, kind[cell], cell, cells, row, plane);
}

extern "C" void solve(const struct cavity *c, float *f)
{
    const size_t bytes = DIRECTIONS * c->cells * sizeof *f;
    const dim3 blocks((c->nx + THREADS - 1) / THREADS, c->ny, c->nz);
    float *now, *next;
    uint8_t *kind;
    CUDA(cudaMalloc(&now, bytes));
    CUDA(cudaMalloc(&next, bytes));
    CUDA(cudaMalloc(&kind, c->cells));
    CUDA(cudaMemcpy(now, f, bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(next, now, bytes, cudaMemcpyDeviceToDevice));
    CUDA(cudaMemcpy(kind, c->kind, c->cells, cudaMemcpyHostToDevice));
    for (int s = 0; s < c->steps; s++) {
        step<<<blocks, THREADS>>>(c->nx, c->row, c->plane, c->cells, FIRST_CELL(c), kind, now, next);
        float *last = now;
        now = next;
        next = last;
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(f, now, bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(now));
    CUDA(cudaFree(next));
    CUDA(cudaFree(kind));
}
