// Tensor transpose by hand: a block a tile of the two fastest dimensions, turned over in shared memory.
#include "tnsrtrns.h"
#include "twin.cuh"

static constexpr int TILE = 32, ROWS = 8;

static __global__ void __launch_bounds__(TILE *ROWS)
    transpose(struct nest n, int tiles_x, const double *__restrict__ from, double *__restrict__ to)
{
    __shared__ double tile[TILE][TILE + 1];
    const int first_x = blockIdx.x % tiles_x * TILE, first_y = blockIdx.x / tiles_x * TILE;
    from += blockIdx.z * n.from_u + blockIdx.y * n.from_v;
    to += blockIdx.z * n.to_u + blockIdx.y * n.to_v;
#pragma unroll
    for (int r = 0; r < TILE; r += ROWS) {
        int x = first_x + threadIdx.x, y = first_y + r + threadIdx.y;
        if (x < n.nx && y < n.ny)
            tile[r + threadIdx.y][threadIdx.x] = from[x + y * n.from_y];
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < TILE; r += ROWS) {
        int x = first_x + r + threadIdx.y, y = first_y + threadIdx.x;
        if (x < n.nx && y < n.ny)
            to[x * n.to_x + y] = tile[threadIdx.x][r + threadIdx.y];
    }
}

extern "C" void solve(const struct tensor *tensor, double *result)
{
    const int *e = tensor->extent;
    const size_t elements = (size_t)e[0] * e[1] * e[2] * e[3], bytes = elements * sizeof(double);
    double *from, *to;
    CUDA(cudaMalloc(&from, bytes));
    CUDA(cudaMalloc(&to, PERMUTATIONS * bytes));
    CUDA(cudaMemcpy(from, tensor->element, bytes, cudaMemcpyHostToDevice));
    for (int p = 0; p < PERMUTATIONS; p++) {
        const struct nest n = nest_of(tensor, permutations[p]);
        const int tiles_x = (n.nx + TILE - 1) / TILE, tiles_y = (n.ny + TILE - 1) / TILE;
        transpose<<<dim3(tiles_x * tiles_y, n.nv, n.nu), dim3(TILE, ROWS)>>>(n, tiles_x, from, to + p * elements);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(result, to, PERMUTATIONS * bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(from));
    CUDA(cudaFree(to));
}
