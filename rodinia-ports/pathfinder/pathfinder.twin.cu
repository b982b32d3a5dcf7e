// Pathfinder by hand: a launch a row, a thread a column.
#include "pathfinder.h"
#include "twin.cuh"

static __global__ void step(int n, const int *__restrict__ cost, const int *__restrict__ above, int *__restrict__ below)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n)
        return;
    int best = above[x];
    if (x > 0)
        best = min(best, above[x - 1]);
    if (x < n - 1)
        best = min(best, above[x + 1]);
    below[x] = best + cost[x];
}

extern "C" void solve(const struct grid *grid, int *result)
{
    const int n = grid->columns, threads = 256;
    const size_t row_bytes = n * sizeof(int);
    int *cost, *above, *below;
    CUDA(cudaMalloc(&cost, grid->rows * row_bytes));
    CUDA(cudaMalloc(&above, row_bytes));
    CUDA(cudaMalloc(&below, row_bytes));
    CUDA(cudaMemcpy(cost, grid->cost, grid->rows * row_bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(above, grid->cost, row_bytes, cudaMemcpyHostToDevice));
    for (int row = 1; row < grid->rows; row++) {
        step<<<(n + threads - 1) / threads, threads>>>(n, cost + (size_t)row * n, above, below);
        int *last = above;
        above = below;
        below = last;
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(result, above, row_bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(cost));
    CUDA(cudaFree(above));
    CUDA(cudaFree(below));
}
