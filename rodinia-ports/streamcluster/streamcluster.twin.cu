// Streamcluster by hand: a warp for each point, which reads it in words of 16 bytes; what centres lose is added up in
// shared memory before it goes to global memory.
#include "streamcluster.h"
#include "twin.cuh"

static const int THREADS = 256; // of a block
static const int BLOCKS_AN_SM = 8;
static const int PLACES = 1024; // centres whose losses a block adds up in shared memory
static const unsigned ALL_LANES = 0xffffffff;

enum sweep { ASSIGN_ALL, ASSIGN_NEARER, GAIN, REASSIGN };

// What is on the device. `sums` is the sum over all points, then the losses, place by place.
static struct device {
    int n, quads, blocks; // quads: words of 16 bytes a point, the last filled up with 0
    const float4 *coordinate;
    const float *weight;
    int *place, *assign, *closes;
    float *cost;
    double *sums;
    double *host_sums; // pinned
} device;

static __device__ float squares(float4 a, float4 b)
{
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
    return x * x + y * y + z * z + w * w;
}

template <sweep SWEEP> static __global__ void __launch_bounds__(THREADS) sweep_points(struct device device, int x, int centres)
{
    __shared__ double losses[SWEEP == GAIN ? PLACES : 1];
    __shared__ double block_sum;
    const bool in_shared = centres <= PLACES;
    const int lane = threadIdx.x % 32, warps = gridDim.x * THREADS / 32;
    if (SWEEP == GAIN && in_shared)
        for (int p = threadIdx.x; p < centres; p += THREADS)
            losses[p] = 0;
    if (threadIdx.x == 0)
        block_sum = 0;
    __syncthreads();
    const float4 *centre = &device.coordinate[(size_t)x * device.quads];
    double sum = 0;
    for (int i = (blockIdx.x * THREADS + threadIdx.x) / 32; i < device.n; i += warps) {
        const float4 *point = &device.coordinate[(size_t)i * device.quads];
        // All loads are under way before the sums wait for the coordinates.
        const float weight = device.weight[i], here = SWEEP == ASSIGN_ALL ? 0 : device.cost[i];
        const int place = SWEEP == GAIN || SWEEP == REASSIGN ? device.place[device.assign[i]] : 0;
        float there = 0;
#pragma unroll 2
        for (int q = lane; q < device.quads; q += 32)
            there += squares(point[q], centre[q]);
        for (int d = 16; d; d /= 2)
            there += __shfl_xor_sync(ALL_LANES, there, d);
        if (lane)
            continue;
        there *= weight;
        if (SWEEP == GAIN) {
            if (there < here)
                sum += there - here;
            else
                atomicAdd(in_shared ? &losses[place] : &device.sums[1 + place], (double)(here - there));
        } else {
            const bool goes = SWEEP == ASSIGN_ALL || there < here || (SWEEP == REASSIGN && device.closes[place]);
            if (goes) {
                device.assign[i] = x;
                device.cost[i] = there;
            }
            sum += goes ? there : here;
        }
    }
    if (SWEEP == REASSIGN)
        return;
    if (lane == 0)
        atomicAdd(&block_sum, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&device.sums[0], block_sum);
    if (SWEEP == GAIN && in_shared)
        for (int p = threadIdx.x; p < centres; p += THREADS)
            if (losses[p] != 0)
                atomicAdd(&device.sums[1 + p], losses[p]);
}

// Runs a sweep and brings `count` sums to device.host_sums.
template <sweep SWEEP> static void run(int x, int centres, int count)
{
    if (count)
        CUDA(cudaMemsetAsync(device.sums, 0, count * sizeof(double)));
    sweep_points<SWEEP><<<device.blocks, THREADS>>>(device, x, centres);
    CUDA(cudaGetLastError());
    if (count)
        CUDA(cudaMemcpy(device.host_sums, device.sums, count * sizeof(double), cudaMemcpyDeviceToHost));
}

static double assign_all(const struct points *points, struct clusters *clusters, int x)
{
    run<ASSIGN_ALL>(x, 0, 1);
    CUDA(cudaMemcpy(clusters->cost, device.cost, points->count * sizeof(float), cudaMemcpyDeviceToHost));
    return device.host_sums[0];
}

static double assign_nearer(const struct points *points, struct clusters *clusters, int x)
{
    run<ASSIGN_NEARER>(x, 0, 1);
    CUDA(cudaMemcpy(clusters->cost, device.cost, points->count * sizeof(float), cudaMemcpyDeviceToHost));
    return device.host_sums[0];
}

static double gain(const struct points *, struct clusters *clusters, int x, double *lower)
{
    run<GAIN>(x, clusters->centres, 1 + clusters->centres);
    memcpy(lower, device.host_sums + 1, clusters->centres * sizeof *lower);
    return device.host_sums[0];
}

static void reassign(const struct points *, struct clusters *clusters, int x, const int *closes)
{
    CUDA(cudaMemcpy(device.closes, closes, clusters->centres * sizeof *closes, cudaMemcpyHostToDevice));
    run<REASSIGN>(x, clusters->centres, 0);
}

static void placed(const struct points *points, struct clusters *clusters)
{
    CUDA(cudaMemcpy(device.place, clusters->place, points->count * sizeof(int), cudaMemcpyHostToDevice));
}

extern "C" struct outcome solve(const struct points *points, const struct aim *aim, struct clusters *clusters)
{
    static const struct sweeps sweeps = {assign_all, assign_nearer, gain, reassign, placed};
    const int n = points->count;
    const size_t row = points->dimensions * sizeof(float);
    float4 *coordinate;
    float *weight;
    int sms;
    CUDA(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    device.n = n;
    device.quads = (points->dimensions + 3) / 4;
    device.blocks = sms * BLOCKS_AN_SM;
    const size_t pitch = device.quads * sizeof(float4);
    CUDA(cudaMalloc(&coordinate, n * pitch));
    CUDA(cudaMalloc(&weight, n * sizeof(float)));
    CUDA(cudaMalloc(&device.place, n * sizeof(int)));
    CUDA(cudaMalloc(&device.assign, n * sizeof(int)));
    CUDA(cudaMalloc(&device.closes, n * sizeof(int)));
    CUDA(cudaMalloc(&device.cost, n * sizeof(float)));
    CUDA(cudaMalloc(&device.sums, (n + 1) * sizeof(double)));
    CUDA(cudaMallocHost(&device.host_sums, (n + 1) * sizeof(double)));
    CUDA(cudaMemset(coordinate, 0, n * pitch));
    CUDA(cudaMemcpy2D(coordinate, pitch, points->coordinate, row, row, n, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(weight, points->weight, n * sizeof(float), cudaMemcpyHostToDevice));
    device.coordinate = coordinate;
    device.weight = weight;
    struct outcome outcome = search(points, aim, &sweeps, clusters);
    CUDA(cudaMemcpy(clusters->assign, device.assign, n * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(clusters->cost, device.cost, n * sizeof(float), cudaMemcpyDeviceToHost));
    void *all[] = {coordinate, weight, device.place, device.assign, device.closes, device.cost, device.sums};
    for (void *p : all)
        CUDA(cudaFree(p));
    CUDA(cudaFreeHost(device.host_sums));
    return outcome;
}
