// SRAD, version 2, by hand: a launch a pass, a thread a pixel; a block adds up the region, whose sums stay on the
// device.
#include "srad_v2.h"
#include "twin.cuh"

#include <cub/cub.cuh>

constexpr int BLOCK = 1024, BLOCK_X = 64, BLOCK_Y = 4;

struct sums {
    double sum;
    double squares;
};

struct add {
    __device__ sums operator()(const sums &a, const sums &b) const
    {
        return {a.sum + b.sum, a.squares + b.squares};
    }
};

// The region is small: one block adds it up and finds how strong the speckle is.
static __global__ void __launch_bounds__(BLOCK)
    find_speckle(struct smoothing smoothing, const float *__restrict__ image, float *speckle)
{
    const int height = smoothing.bottom - smoothing.top + 1, width = smoothing.right - smoothing.left + 1;
    sums own = {0, 0};
    for (int i = threadIdx.x; i < height * width; i += BLOCK) {
        int row = smoothing.top + i / width, column = smoothing.left + i % width;
        double value = image[(size_t)smoothing.columns * row + column];
        own.sum += value;
        own.squares += value * value;
    }
    using reduction = cub::BlockReduce<sums, BLOCK>;
    __shared__ typename reduction::TempStorage room;
    sums all = reduction(room).Reduce(own, add{});
    if (threadIdx.x == 0) {
        double count = (double)height * width;
        double mean = all.sum / count, variance = all.squares / count - mean * mean;
        *speckle = (float)(variance / (mean * mean));
    }
}

static __global__ void __launch_bounds__(BLOCK_X * BLOCK_Y)
    find_coefficients(int rows, int columns, const float *__restrict__ image, const float *__restrict__ of_image,
                      float *__restrict__ dn, float *__restrict__ ds, float *__restrict__ dw, float *__restrict__ de,
                      float *__restrict__ c)
{
    int j = blockIdx.x * BLOCK_X + threadIdx.x, i = blockIdx.y * BLOCK_Y + threadIdx.y;
    if (i >= rows || j >= columns)
        return;
    size_t k = (size_t)columns * i + j;
    float speckle = *of_image, here = image[k];
    float n = (i > 0 ? image[k - columns] : here) - here, s = (i < rows - 1 ? image[k + columns] : here) - here;
    float w = (j > 0 ? image[k - 1] : here) - here, e = (j < columns - 1 ? image[k + 1] : here) - here;
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
    int j = blockIdx.x * BLOCK_X + threadIdx.x, i = blockIdx.y * BLOCK_Y + threadIdx.y;
    if (i >= rows || j >= columns)
        return;
    size_t k = (size_t)columns * i + j;
    float here = c[k], south = i < rows - 1 ? c[k + columns] : here, east = j < columns - 1 ? c[k + 1] : here;
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
    CUDA(cudaMemcpy(there, image, bytes, cudaMemcpyHostToDevice));
    const dim3 block(BLOCK_X, BLOCK_Y), blocks((columns + BLOCK_X - 1) / BLOCK_X, (rows + BLOCK_Y - 1) / BLOCK_Y);
    for (int iteration = 0; iteration < smoothing->iterations; iteration++) {
        find_speckle<<<1, BLOCK>>>(*smoothing, there, speckle);
        find_coefficients<<<blocks, block>>>(rows, columns, there, speckle, dn, ds, dw, de, c);
        update<<<blocks, block>>>(rows, columns, smoothing->lambda, there, dn, ds, dw, de, c);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(image, there, bytes, cudaMemcpyDeviceToHost));
    for (float *array : {there, dn, ds, dw, de, c, speckle})
        CUDA(cudaFree(array));
}
