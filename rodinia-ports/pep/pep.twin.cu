// EP by hand: a thread makes a PARTS-th of a batch's numbers; the pairs are shared by all threads, the counts are in
// registers.
#include "pep.h"
#include "twin.cuh"

static constexpr int PARTS = 256;
static constexpr int LENGTH = NUMBERS / PARTS;
static constexpr int MAKE_THREADS = 128;
static constexpr int PAIR_THREADS = 256;
static constexpr int BLOCKS_PER_SM = 4;

static __global__ void __launch_bounds__(MAKE_THREADS) make(int first, int here, double *__restrict__ x)
{
    const int thread = blockIdx.x * MAKE_THREADS + threadIdx.x, batch = thread / PARTS, part = thread % PARTS;
    if (batch >= here)
        return;
    uint64_t number = SEED * power_of_a((uint64_t)(first + batch) * NUMBERS + part * LENGTH) & MASK;
    double *mine = x + (size_t)batch * NUMBERS + part;
#pragma unroll 4
    for (int i = 0; i < LENGTH; i++) {
        number = number * A & MASK;
        mine[i * PARTS] = UNIT * (double)number;
    }
}

template <class T> static __device__ T sum_of_warp(T value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffff, value, distance);
    return value;
}

static __global__ void __launch_bounds__(PAIR_THREADS)
    tally(int here, const double *__restrict__ x, double *__restrict__ sums, unsigned long long *__restrict__ count)
{
    __shared__ double block_sums[2];
    __shared__ unsigned block_count[SQUARES];
    if (threadIdx.x < SQUARES)
        block_count[threadIdx.x] = 0;
    if (threadIdx.x < 2)
        block_sums[threadIdx.x] = 0;
    __syncthreads();
    double sum_x = 0, sum_y = 0;
    unsigned mine[SQUARES] = {};
    const int pairs = here * PAIRS;
#pragma unroll 2
    for (int pair = blockIdx.x * PAIR_THREADS + threadIdx.x; pair < pairs; pair += gridDim.x * PAIR_THREADS) {
        size_t at = (size_t)(pair / PARTS) * 2 * PARTS + pair % PARTS;
        double u = 2 * x[at] - 1, v = 2 * x[at + PARTS] - 1, t = u * u + v * v;
        if (t <= 1) {
            double factor = sqrt(-2 * log(t) / t), gx = u * factor, gy = v * factor;
            int square = (int)fmax(fabs(gx), fabs(gy));
#pragma unroll
            for (int s = 0; s < SQUARES; s++)
                mine[s] += s == square;
            sum_x += gx;
            sum_y += gy;
        }
    }
    sum_x = sum_of_warp(sum_x);
    sum_y = sum_of_warp(sum_y);
#pragma unroll
    for (int s = 0; s < SQUARES; s++)
        mine[s] = sum_of_warp(mine[s]);
    if (threadIdx.x % 32 == 0) {
        atomicAdd(&block_sums[0], sum_x);
        atomicAdd(&block_sums[1], sum_y);
#pragma unroll
        for (int s = 0; s < SQUARES; s++)
            atomicAdd(&block_count[s], mine[s]);
    }
    __syncthreads();
    if (threadIdx.x < 2)
        atomicAdd(&sums[threadIdx.x], block_sums[threadIdx.x]);
    if (threadIdx.x < SQUARES)
        atomicAdd(&count[threadIdx.x], (unsigned long long)block_count[threadIdx.x]);
}

extern "C" void solve(int batches, struct deviates *deviates)
{
    int most = batches < ROUND ? batches : ROUND, device, processors;
    double *x, *sums;
    unsigned long long *count;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CUDA(cudaMalloc(&x, (size_t)most * NUMBERS * sizeof *x));
    CUDA(cudaMalloc(&sums, 2 * sizeof *sums));
    CUDA(cudaMalloc(&count, SQUARES * sizeof *count));
    CUDA(cudaMemset(sums, 0, 2 * sizeof *sums));
    CUDA(cudaMemset(count, 0, SQUARES * sizeof *count));
    for (int first = 0; first < batches; first += most) {
        int here = first + most < batches ? most : batches - first;
        make<<<here * (PARTS / MAKE_THREADS), MAKE_THREADS>>>(first, here, x);
        tally<<<processors * BLOCKS_PER_SM, PAIR_THREADS>>>(here, x, sums, count);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(&deviates->sum_x, sums, 2 * sizeof *sums, cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(deviates->count, count, sizeof deviates->count, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(x));
    CUDA(cudaFree(sums));
    CUDA(cudaFree(count));
}
