// Image histogram by hand: bins of a block in shared memory, eight pixels a load.
#include "imghisto.h"
#include "twin.cuh"

static constexpr int THREADS = 512;
static constexpr int BLOCKS_PER_SM = 4;

static __device__ void count_pair(uint32_t pair, int shift, uint32_t *mine)
{
    atomicAdd(&mine[(pair & 0xffff) >> shift], 1u);
    atomicAdd(&mine[pair >> 16 >> shift], 1u);
}

static __global__ void __launch_bounds__(THREADS)
    count(size_t pixels, const uint4 *__restrict__ eights, int shift, int bins, uint32_t *__restrict__ histogram)
{
    extern __shared__ uint32_t mine[];
    for (int b = threadIdx.x; b < bins; b += THREADS)
        mine[b] = 0;
    __syncthreads();
    const size_t first = (size_t)blockIdx.x * THREADS + threadIdx.x, stride = (size_t)gridDim.x * THREADS;
#pragma unroll 2
    for (size_t e = first; e < pixels / 8; e += stride) {
        uint4 eight = __ldg(&eights[e]);
        count_pair(eight.x, shift, mine);
        count_pair(eight.y, shift, mine);
        count_pair(eight.z, shift, mine);
        count_pair(eight.w, shift, mine);
    }
    if (first < pixels % 8)
        atomicAdd(&mine[reinterpret_cast<const uint16_t *>(eights)[pixels - 1 - first] >> shift], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += THREADS)
        if (mine[b] > 0)
            atomicAdd(&histogram[b], mine[b]);
}

extern "C" void solve(const struct image *image, uint32_t *result)
{
    const size_t pixels = (size_t)image->rows * image->columns, bytes = (pixels + 7) / 8 * sizeof(struct eight);
    uint4 *pixel;
    uint32_t *histogram;
    int device, processors;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CUDA(cudaMalloc(&pixel, bytes));
    CUDA(cudaMalloc(&histogram, ALL_BINS * sizeof *histogram));
    CUDA(cudaMemcpy(pixel, image->pixel, bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemset(histogram, 0, ALL_BINS * sizeof *histogram));
    for (int pass = 0; pass < PASSES; pass++)
        count<<<processors * BLOCKS_PER_SM, THREADS, BINS(pass) * sizeof(uint32_t)>>>(
            pixels, pixel, SHIFT(pass), BINS(pass), histogram + FIRST_BIN(pass));
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(result, histogram, ALL_BINS * sizeof *histogram, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(pixel));
    CUDA(cudaFree(histogram));
}
