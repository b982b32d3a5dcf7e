// Gaussian elimination by hand: two launches a column, as in the original; a thread of the second takes ROWS elements
// of a column, for which it loads the pivots' row once.
#include "gaussian.h"
#include "twin.cuh"

constexpr int FACTORS = 128, BLOCK_X = 64, BLOCK_Y = 4, ROWS = 4;

static __global__ void __launch_bounds__(FACTORS)
    find_factors(int n, int t, const float *__restrict__ matrix, float *__restrict__ factors, float *right)
{
    int i = t + 1 + blockIdx.x * FACTORS + threadIdx.x;
    if (i >= n)
        return;
    float factor = matrix[(size_t)i * n + t] / matrix[(size_t)t * n + t];
    factors[i] = factor;
    right[i] -= factor * right[t];
}

// Columns are counted from a multiple of 32 on, so that a warp's elements lie in as few lines of memory as can be.
static __global__ void __launch_bounds__(BLOCK_X * BLOCK_Y)
    eliminate(int n, int t, float *matrix, const float *__restrict__ factors)
{
    const int j = (t + 1) / 32 * 32 + blockIdx.x * BLOCK_X + threadIdx.x;
    const int first = t + 1 + blockIdx.y * BLOCK_Y * ROWS + threadIdx.y;
    if (j <= t || j >= n)
        return;
    const float pivot = matrix[(size_t)t * n + j];
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        int i = first + k * BLOCK_Y;
        if (i < n)
            matrix[(size_t)i * n + j] -= factors[i] * pivot;
    }
}

extern "C" void solve(int n, float *matrix, float *right, float *x)
{
    const size_t bytes = (size_t)n * n * sizeof *matrix;
    float *matrix_there, *right_there, *factors;
    CUDA(cudaMalloc(&matrix_there, bytes));
    CUDA(cudaMalloc(&right_there, n * sizeof *right));
    CUDA(cudaMalloc(&factors, n * sizeof *factors));
    CUDA(cudaMemcpy(matrix_there, matrix, bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(right_there, right, n * sizeof *right, cudaMemcpyHostToDevice));
    for (int t = 0; t < n - 1; t++) {
        const int rows = n - t - 1, columns = n - (t + 1) / 32 * 32;
        const dim3 blocks((columns + BLOCK_X - 1) / BLOCK_X, (rows + BLOCK_Y * ROWS - 1) / (BLOCK_Y * ROWS));
        find_factors<<<(rows + FACTORS - 1) / FACTORS, FACTORS>>>(n, t, matrix_there, factors, right_there);
        eliminate<<<blocks, dim3(BLOCK_X, BLOCK_Y)>>>(n, t, matrix_there, factors);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(matrix, matrix_there, bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(right, right_there, n * sizeof *right, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(matrix_there));
    CUDA(cudaFree(right_there));
    CUDA(cudaFree(factors));
    substitute_back(n, matrix, right, x);
}
