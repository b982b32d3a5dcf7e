// Hotspot by hand: a launch a step; a thread takes a column of ROWS cells and keeps what it needs of them in registers.
#include "hotspot.h"
#include "twin.cuh"

constexpr int BLOCK_X = 64, BLOCK_Y = 4, ROWS = 4;

static __global__ void __launch_bounds__(BLOCK_X * BLOCK_Y)
    step(struct chip chip, const float *__restrict__ power, const float *__restrict__ from, float *__restrict__ to)
{
    const int n = chip.columns, c = blockIdx.x * BLOCK_X + threadIdx.x;
    const int first = (blockIdx.y * BLOCK_Y + threadIdx.y) * ROWS;
    if (c >= n || first >= chip.rows)
        return;
    size_t i = (size_t)first * n + c;
    float here = from[i], north = first > 0 ? from[i - n] : here;
#pragma unroll
    for (int r = first; r < first + ROWS; r++, i += n) {
        if (r >= chip.rows)
            return;
        float south = r < chip.rows - 1 ? from[i + n] : here;
        float west = c > 0 ? from[i - 1] : here, east = c < n - 1 ? from[i + 1] : here;
        to[i] = here + chip.warming * (power[i] + (north + south - 2 * here) * chip.along_column +
                                       (west + east - 2 * here) * chip.along_row + (chip.air - here) * chip.to_air);
        north = here;
        here = south;
    }
}

extern "C" void solve(const struct chip *chip, float *temperature)
{
    const size_t bytes = (size_t)chip->rows * chip->columns * sizeof(float);
    float *power, *from, *to;
    CUDA(cudaMalloc(&power, bytes));
    CUDA(cudaMalloc(&from, bytes));
    CUDA(cudaMalloc(&to, bytes));
    CUDA(cudaMemcpy(power, chip->power, bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(from, temperature, bytes, cudaMemcpyHostToDevice));
    const dim3 block(BLOCK_X, BLOCK_Y);
    const dim3 blocks((chip->columns + BLOCK_X - 1) / BLOCK_X, (chip->rows + BLOCK_Y * ROWS - 1) / (BLOCK_Y * ROWS));
    for (int s = 0; s < chip->steps; s++) {
        step<<<blocks, block>>>(*chip, power, from, to);
        float *last = from;
        from = to;
        to = last;
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(temperature, from, bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(power));
    CUDA(cudaFree(from));
    CUDA(cudaFree(to));
}
