// Hotspot3D by hand: a launch a step; a thread goes up through LAYERS layers and keeps what it needs of its column of
// cells in registers.
#include "hotspot3D.h"
#include "twin.cuh"

constexpr int BLOCK_X = 64, BLOCK_Y = 4, LAYERS = 16;

static __global__ void __launch_bounds__(BLOCK_X * BLOCK_Y)
    step(struct chip chip, const float *__restrict__ power, const float *__restrict__ from, float *__restrict__ to)
{
    const int n = chip.columns, rows = chip.rows;
    const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
    if (x >= n || y >= rows)
        return;
    const int first = blockIdx.z * LAYERS, end = min(first + LAYERS, chip.layers);
    const size_t layer = (size_t)rows * n;
    const float heating_by_air = chip.across_layers * chip.air;
    size_t i = first * layer + (size_t)y * n + x;
    float here = from[i], below = first > 0 ? from[i - layer] : here;
#pragma unroll 4
    for (int z = first; z < end; z++, i += layer) {
        float above = z < chip.layers - 1 ? from[i + layer] : here;
        float west = x > 0 ? from[i - 1] : here, east = x < n - 1 ? from[i + 1] : here;
        float north = y > 0 ? from[i - n] : here, south = y < rows - 1 ? from[i + n] : here;
        to[i] = chip.itself * here + chip.along_row * (west + east) + chip.along_column * (north + south) +
                chip.across_layers * (below + above) + chip.of_power * power[i] + heating_by_air;
        below = here;
        here = above;
    }
}

extern "C" void solve(const struct chip *chip, float *temperature)
{
    const size_t bytes = (size_t)chip->layers * chip->rows * chip->columns * sizeof(float);
    float *power, *from, *to;
    CUDA(cudaMalloc(&power, bytes));
    CUDA(cudaMalloc(&from, bytes));
    CUDA(cudaMalloc(&to, bytes));
    CUDA(cudaMemcpy(power, chip->power, bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(from, temperature, bytes, cudaMemcpyHostToDevice));
    const dim3 block(BLOCK_X, BLOCK_Y);
    const dim3 blocks((chip->columns + BLOCK_X - 1) / BLOCK_X, (chip->rows + BLOCK_Y - 1) / BLOCK_Y,
                      (chip->layers + LAYERS - 1) / LAYERS);
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
