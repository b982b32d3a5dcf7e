// Back-propagation by hand: forward, sixteen threads take a row of weights each, and a block adds up what it has seen
// of each hidden unit; back, neighbouring threads take neighbouring weights.
#include "backprop.h"
#include "twin.cuh"

constexpr int BLOCK = 256, ROWS = BLOCK / HIDDEN, UNROLL = 4, BLOCKS_A_MULTIPROCESSOR = 8;

static __global__ void __launch_bounds__(BLOCK)
    forward(int rows, const float *__restrict__ to_hidden, const float *__restrict__ input, double *arriving)
{
    __shared__ double seen[ROWS][HIDDEN];
    const int j = threadIdx.x % HIDDEN, row = threadIdx.x / HIDDEN, step = gridDim.x * ROWS;
    double sum = 0;
#pragma unroll UNROLL
    for (int k = blockIdx.x * ROWS + row; k < rows; k += step)
        sum += to_hidden[(size_t)k * STRIDE + 1 + j] * input[k];
    seen[row][j] = sum;
    __syncthreads();
    if (row == 0) {
        for (int r = 1; r < ROWS; r++)
            sum += seen[r][j];
        atomicAdd(arriving + 1 + j, sum);
    }
}

struct errors {
    float of[STRIDE];
};

static __global__ void __launch_bounds__(BLOCK)
    adjust(size_t weights, const struct errors error, const float *__restrict__ input, float *__restrict__ to_hidden,
           float *__restrict__ changes)
{
    // What is read at an index that a thread computes lies in shared memory.
    __shared__ float of[STRIDE];
    if (threadIdx.x < STRIDE)
        of[threadIdx.x] = error.of[threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        size_t w = ((size_t)blockIdx.x * UNROLL + u) * BLOCK + threadIdx.x;
        int k = (int)((unsigned)w / STRIDE), j = (int)((unsigned)w % STRIDE);
        if (w >= weights || j == 0)
            continue;
        float change = ETA * of[j] * input[k] + MOMENTUM * changes[w];
        changes[w] = change;
        to_hidden[w] += change;
    }
}

extern "C" void solve(const struct lesson *lesson, float *to_hidden, float *to_output)
{
    const int rows = lesson->inputs + 1;
    const size_t weights = (size_t)rows * STRIDE, bytes = weights * sizeof(float);
    float *there, *changes, *input, output_changes[STRIDE] = {};
    double *arriving_there;
    CUDA(cudaMalloc(&there, bytes));
    CUDA(cudaMalloc(&changes, bytes));
    CUDA(cudaMalloc(&input, rows * sizeof *input));
    CUDA(cudaMalloc(&arriving_there, STRIDE * sizeof *arriving_there));
    CUDA(cudaMemcpy(there, to_hidden, bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(input, lesson->input, rows * sizeof *input, cudaMemcpyHostToDevice));
    CUDA(cudaMemset(changes, 0, bytes));
    int device, multiprocessors;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const unsigned blocks = (unsigned)((weights + BLOCK * UNROLL - 1) / (BLOCK * UNROLL));
    for (int step = 0; step < lesson->steps; step++) {
        double arriving[STRIDE];
        struct errors error;
        CUDA(cudaMemsetAsync(arriving_there, 0, sizeof arriving));
        forward<<<multiprocessors * BLOCKS_A_MULTIPROCESSOR, BLOCK>>>(rows, there, input, arriving_there);
        CUDA(cudaGetLastError());
        CUDA(cudaMemcpy(arriving, arriving_there, sizeof arriving, cudaMemcpyDeviceToHost));
        teach_output(lesson->target, arriving, to_output, output_changes, error.of);
        adjust<<<blocks, BLOCK>>>(weights, error, input, there, changes);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(to_hidden, there, bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(there));
    CUDA(cudaFree(changes));
    CUDA(cudaFree(input));
    CUDA(cudaFree(arriving_there));
}
