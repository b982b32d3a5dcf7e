// SRAD, version 1, by hand: a launch a pass, a thread a pixel; the sums by CUB, and they stay on the device.
#include "srad_v1.h"
#include "twin.cuh"

#include <cub/cub.cuh>

constexpr int BLOCK = 256, BLOCK_X = 64, BLOCK_Y = 4;

struct sums {
    double sum;
    double squares;
};

struct both_of {
    __device__ sums operator()(float value) const
    {
        return {value, (double)value * value};
    }
};

struct add {
    __device__ sums operator()(const sums &a, const sums &b) const
    {
        return {a.sum + b.sum, a.squares + b.squares};
    }
};

static __global__ void __launch_bounds__(BLOCK) extract(size_t pixels, float *image)
{
    size_t k = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    if (k < pixels)
        image[k] = expf(image[k] / 255);
}

static __global__ void __launch_bounds__(BLOCK) compress(size_t pixels, float *image)
{
    size_t k = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    if (k < pixels)
        image[k] = logf(image[k]) * 255;
}

static __global__ void find_speckle(size_t pixels, const sums *all, float *speckle)
{
    double mean = all->sum / (double)pixels, variance = all->squares / (double)pixels - mean * mean;
    *speckle = (float)(variance / (mean * mean));
}

static __global__ void __launch_bounds__(BLOCK_X * BLOCK_Y)
    find_coefficients(int rows, int columns, const float *__restrict__ image, const float *__restrict__ of_image,
                      float *__restrict__ dn, float *__restrict__ ds, float *__restrict__ dw, float *__restrict__ de,
                      float *__restrict__ c)
{
    int i = blockIdx.x * BLOCK_X + threadIdx.x, j = blockIdx.y * BLOCK_Y + threadIdx.y;
    if (i >= rows || j >= columns)
        return;
    size_t k = (size_t)rows * j + i;
    float speckle = *of_image, here = image[k];
    float n = (i > 0 ? image[k - 1] : here) - here, s = (i < rows - 1 ? image[k + 1] : here) - here;
    float w = (j > 0 ? image[k - rows] : here) - here, e = (j < columns - 1 ? image[k + rows] : here) - here;
    float gradient = (n * n + s * s + w * w + e * e) / (here * here), laplacian = (n + s + w + e) / here;
    float numerator = 0.5f * gradient - 1.0f / 16.0f * (laplacian * laplacian);
    float denominator = 1 + 0.25f * laplacian;
    float excess = (numerator / (denominator * denominator) - speckle) / (speckle * (1 + speckle));
    dn[k] = n;
    ds[k] = s;
    dw[k] = w;
    de[k] = e;
    c[k] = __saturatef(1.0f / (1.0f + excess));
}

static __global__ void __launch_bounds__(BLOCK_X * BLOCK_Y)
    update(int rows, int columns, float lambda, float *__restrict__ image, const float *__restrict__ dn,
           const float *__restrict__ ds, const float *__restrict__ dw, const float *__restrict__ de,
           const float *__restrict__ c)
{
    int i = blockIdx.x * BLOCK_X + threadIdx.x, j = blockIdx.y * BLOCK_Y + threadIdx.y;
    if (i >= rows || j >= columns)
        return;
    size_t k = (size_t)rows * j + i;
    float here = c[k], south = i < rows - 1 ? c[k + 1] : here, east = j < columns - 1 ? c[k + rows] : here;
    float divergence = here * dn[k] + south * ds[k] + here * dw[k] + east * de[k];
    image[k] += 0.25f * lambda * divergence;
}

extern "C" void solve(const struct smoothing *smoothing, float *image)
{
    const int rows = smoothing->rows, columns = smoothing->columns;
    const size_t pixels = (size_t)rows * columns, bytes = pixels * sizeof(float);
    float *there, *dn, *ds, *dw, *de, *c, *speckle;
    for (float **array : {&there, &dn, &ds, &dw, &de, &c})
        CUDA(cudaMalloc(array, bytes));
    CUDA(cudaMalloc(&speckle, sizeof *speckle));
    sums *all;
    CUDA(cudaMalloc(&all, sizeof *all));
    void *room = nullptr;
    size_t room_bytes = 0;
    auto add_up = [&] {
        return cub::DeviceReduce::TransformReduce(room, room_bytes, there, all, pixels, add{}, both_of{}, sums{0, 0});
    };
    CUDA(add_up());
    CUDA(cudaMalloc(&room, room_bytes));
    CUDA(cudaMemcpy(there, image, bytes, cudaMemcpyHostToDevice));
    const dim3 block(BLOCK_X, BLOCK_Y), blocks((rows + BLOCK_X - 1) / BLOCK_X, (columns + BLOCK_Y - 1) / BLOCK_Y);
    const unsigned flat_blocks = (unsigned)((pixels + BLOCK - 1) / BLOCK);
    extract<<<flat_blocks, BLOCK>>>(pixels, there);
    for (int iteration = 0; iteration < smoothing->iterations; iteration++) {
        CUDA(add_up());
        find_speckle<<<1, 1>>>(pixels, all, speckle);
        find_coefficients<<<blocks, block>>>(rows, columns, there, speckle, dn, ds, dw, de, c);
        update<<<blocks, block>>>(rows, columns, smoothing->lambda, there, dn, ds, dw, de, c);
    }
    compress<<<flat_blocks, BLOCK>>>(pixels, there);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(image, there, bytes, cudaMemcpyDeviceToHost));
    for (float *array : {there, dn, ds, dw, de, c, speckle})
        CUDA(cudaFree(array));
    CUDA(cudaFree(all));
    CUDA(cudaFree(room));
}
