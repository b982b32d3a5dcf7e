// The same histograms as a CUDA programmer writes them: bins of the block in shared memory, updated by its
// atomics, added to the global ones at the end. One value a load, and four; several shapes of the grid.
// Prints "KIND SHAPE MILLISECONDS" and "KIND checksum SUM".
#include <cstdio>
#include <cstdlib>

#define static static __host__ __device__
#include "values.h"
#undef static

#define CUDA(call)                                                                     \
    do {                                                                               \
        cudaError_t error_ = (call);                                                   \
        if (error_ != cudaSuccess) {                                                   \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_));            \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

constexpr int N = 1 << 28, BINS = 4096, LAUNCHES = 10;
const char *const kinds[] = {"uniform", "skewed", "constant"};

__global__ void fill(int kind, unsigned *data)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        data[i] = value_of(kind, i);
}

__global__ void one_a_load(const unsigned *__restrict__ data, int n, unsigned *bins)
{
    __shared__ unsigned mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[data[i] % BINS], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}

__global__ void four_a_load(const unsigned *__restrict__ data, int n, unsigned *bins)
{
    __shared__ unsigned mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        const uint4 four = ((const uint4 *)data)[i];
        atomicAdd(&mine[four.x % BINS], 1u);
        atomicAdd(&mine[four.y % BINS], 1u);
        atomicAdd(&mine[four.z % BINS], 1u);
        atomicAdd(&mine[four.w % BINS], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}

typedef void kernel(const unsigned *, int, unsigned *);

void time(const char *kind, const char *name, kernel *of, int block, const unsigned *data, unsigned *bins)
{
    int each = 0, processors = 0;
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, of, block, 0));
    CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    cudaEvent_t start, end;
    CUDA(cudaEventCreate(&start));
    CUDA(cudaEventCreate(&end));
    of<<<each * processors, block>>>(data, N, bins);
    CUDA(cudaMemset(bins, 0, BINS * sizeof *bins));
    float total = 0;
    for (int launch = 0; launch < LAUNCHES; launch++) {
        float once;
        CUDA(cudaEventRecord(start));
        of<<<each * processors, block>>>(data, N, bins);
        CUDA(cudaEventRecord(end));
        CUDA(cudaEventSynchronize(end));
        CUDA(cudaEventElapsedTime(&once, start, end));
        total += once;
    }
    printf("%s %s-%d %.5f\n", kind, name, block, total / LAUNCHES);
}

int main()
{
    unsigned *data, *bins;
    CUDA(cudaMalloc(&data, N * sizeof *data));
    CUDA(cudaMallocManaged(&bins, BINS * sizeof *bins));
    for (int kind = 0; kind < 3; kind++) {
        fill<<<1024, 256>>>(kind, data);
        for (int block : {256, 512, 1024}) {
            time(kinds[kind], "one", one_a_load, block, data, bins);
            time(kinds[kind], "four", four_a_load, block, data, bins);
        }
        unsigned long long sum = 0;
        for (int b = 0; b < BINS; b++)
            sum = sum * 31 + bins[b];
        printf("%s checksum %llx\n", kinds[kind], sum);
    }
    return 0;
}
