// LU decomposition by hand, in the original's three phases: the tile on the diagonal, the tiles beside and below it, and
// all others, of which a block updates BLOCK by BLOCK elements and a thread PART by PART of them in registers.
#include "lud.h"
#include "twin.cuh"

constexpr int TILE = 32, BLOCK = 64, PART = 4;
// A column or row that is solved by a thread each.
constexpr int SOLVERS = 64;

// One warp a row of the tile: thread x holds column x of row y.
static __global__ void __launch_bounds__(TILE *TILE) diagonal(int n, int start, float *matrix)
{
    __shared__ float tile[TILE][TILE + 1];
    const int i = threadIdx.y, j = threadIdx.x, size = min(TILE, n - start);
    const bool inside = i < size && j < size;
    float *place = matrix + (size_t)(start + i) * n + start + j;
    tile[i][j] = inside ? *place : i == j;
    __syncthreads();
    for (int p = 0; p < size - 1; p++) {
        if (i > p && j == p)
            tile[i][p] /= tile[p][p];
        __syncthreads();
        if (i > p && j > p)
            tile[i][j] -= tile[i][p] * tile[p][j];
        __syncthreads();
    }
    if (inside)
        *place = tile[i][j];
}

// The first half of the blocks takes columns beside the tile, the second half rows below it, a thread each: it holds
// its column or row in registers.
static __global__ void __launch_bounds__(SOLVERS) perimeter(int n, int start, float *matrix)
{
    __shared__ float tile[TILE][TILE + 1], rows[SOLVERS][TILE + 1];
    const int t = threadIdx.x, end = start + TILE;
    for (int e = t; e < TILE * TILE; e += SOLVERS)
        tile[e / TILE][e % TILE] = matrix[(size_t)(start + e / TILE) * n + start + e % TILE];
    float own[TILE];
    if (blockIdx.y == 0) {
        __syncthreads();
        const int j = end + blockIdx.x * SOLVERS + t;
        if (j >= n)
            return;
#pragma unroll
        for (int i = 0; i < TILE; i++)
            own[i] = matrix[(size_t)(start + i) * n + j];
#pragma unroll
        for (int i = 1; i < TILE; i++) {
            float sum = 0;
#pragma unroll
            for (int p = 0; p < i; p++)
                sum += tile[i][p] * own[p];
            own[i] -= sum;
        }
#pragma unroll
        for (int i = 1; i < TILE; i++)
            matrix[(size_t)(start + i) * n + j] = own[i];
        return;
    }
    // Rows come and go through shared memory, a warp a row at a time.
    const int first = end + blockIdx.x * SOLVERS, height = min(SOLVERS, n - first);
    for (int e = t; e < height * TILE; e += SOLVERS)
        rows[e / TILE][e % TILE] = matrix[(size_t)(first + e / TILE) * n + start + e % TILE];
    __syncthreads();
    if (t < height) {
#pragma unroll
        for (int j = 0; j < TILE; j++)
            own[j] = rows[t][j];
#pragma unroll
        for (int j = 0; j < TILE; j++) {
            float sum = 0;
#pragma unroll
            for (int p = 0; p < j; p++)
                sum += own[p] * tile[p][j];
            own[j] = (own[j] - sum) / tile[j][j];
        }
#pragma unroll
        for (int j = 0; j < TILE; j++)
            rows[t][j] = own[j];
    }
    __syncthreads();
    for (int e = t; e < height * TILE; e += SOLVERS)
        matrix[(size_t)(first + e / TILE) * n + start + e % TILE] = rows[e / TILE][e % TILE];
}

static __global__ void __launch_bounds__((BLOCK / PART) * (BLOCK / PART)) internal(int n, int start, float *matrix)
{
    constexpr int THREADS_X = BLOCK / PART, THREADS = THREADS_X * THREADS_X;
    __shared__ float left[TILE][BLOCK + 1], above[TILE][BLOCK];
    const int x = threadIdx.x, y = threadIdx.y, t = y * THREADS_X + x, end = start + TILE;
    const int top = end + blockIdx.y * BLOCK, first = end + blockIdx.x * BLOCK;
    for (int e = t; e < BLOCK * TILE; e += THREADS) {
        int i = e / TILE, p = e % TILE;
        left[p][i] = top + i < n ? matrix[(size_t)(top + i) * n + start + p] : 0;
    }
    for (int e = t; e < BLOCK * TILE; e += THREADS) {
        int p = e / BLOCK, j = e % BLOCK;
        above[p][j] = first + j < n ? matrix[(size_t)(start + p) * n + first + j] : 0;
    }
    __syncthreads();
    // Thread (x, y) takes rows y, y + THREADS_X, ... and columns x, x + THREADS_X, ...
    float sum[PART][PART] = {};
#pragma unroll 8
    for (int p = 0; p < TILE; p++) {
        float a[PART], b[PART];
#pragma unroll
        for (int k = 0; k < PART; k++) {
            a[k] = left[p][y + k * THREADS_X];
            b[k] = above[p][x + k * THREADS_X];
        }
#pragma unroll
        for (int i = 0; i < PART; i++)
#pragma unroll
            for (int j = 0; j < PART; j++)
                sum[i][j] += a[i] * b[j];
    }
#pragma unroll
    for (int i = 0; i < PART; i++)
#pragma unroll
        for (int j = 0; j < PART; j++) {
            int row = top + y + i * THREADS_X, column = first + x + j * THREADS_X;
            if (row < n && column < n)
                matrix[(size_t)row * n + column] -= sum[i][j];
        }
}

extern "C" void solve(int n, float *matrix)
{
    const size_t bytes = (size_t)n * n * sizeof *matrix;
    float *there;
    CUDA(cudaMalloc(&there, bytes));
    CUDA(cudaMemcpy(there, matrix, bytes, cudaMemcpyHostToDevice));
    for (int start = 0; start < n; start += TILE) {
        diagonal<<<1, dim3(TILE, TILE)>>>(n, start, there);
        const int rest = n - start - TILE;
        if (rest <= 0)
            break;
        const int blocks = (rest + BLOCK - 1) / BLOCK;
        perimeter<<<dim3((rest + SOLVERS - 1) / SOLVERS, 2), SOLVERS>>>(n, start, there);
        internal<<<dim3(blocks, blocks), dim3(BLOCK / PART, BLOCK / PART)>>>(n, start, there);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(matrix, there, bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(there));
}
