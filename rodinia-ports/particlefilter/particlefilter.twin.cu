// Particle filter by hand: a thread for each particle; sums and the prefix sum by CUB; the search through tiles of the
// prefix sums in shared memory.
#include "particlefilter.h"
#include "twin.cuh"
#include <cub/cub.cuh>

static const int THREADS = 128;      // of a block
static const int SEARCHERS = 128;    // threads of a block of the search
static const int TILE = 2048;        // prefix sums in shared memory, a multiple of SEARCHERS

static __constant__ struct object object;

static __global__ void start(int n, double first_x, double first_y, double *x, double *y)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n) {
        x[i] = first_x;
        y[i] = first_y;
    }
}

static __global__ void __launch_bounds__(THREADS)
    move(int n, struct film film, int k, int *seeds, double *x, double *y, double *weight)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n)
        return;
    int seed = seeds[i];
    const double at_x = x[i] + (1 + 5 * normal(&seed)), at_y = y[i] + (-2 + 2 * normal(&seed));
    const double near_x = rint(at_x), near_y = rint(at_y);
    double like = 0;
    for (int p = 0; p < object.points; p++)
        like += likeness(film.pixel, film.width, film.height, film.frames, k, near_x + object.x[p], near_y + object.y[p]);
    seeds[i] = seed;
    x[i] = at_x;
    y[i] = at_y;
    weight[i] = exp(like / (50.0 * object.points)) / n;
}

// Divides the weights by their sum, adds to the means, which are 0 before, and draws the first number of the search.
static __global__ void __launch_bounds__(THREADS) normalise(int n, const double *x, const double *y, const double *sum,
                                                            int *seed, double *weight, double *mean, double *first)
{
    typedef cub::BlockReduce<double, THREADS> Reduce;
    __shared__ typename Reduce::TempStorage storage_x, storage_y;
    const int i = blockIdx.x * THREADS + threadIdx.x;
    double mean_x = 0, mean_y = 0;
    if (i < n) {
        const double w = weight[i] / *sum;
        weight[i] = w;
        mean_x = x[i] * w;
        mean_y = y[i] * w;
    }
    mean_x = Reduce(storage_x).Sum(mean_x);
    mean_y = Reduce(storage_y).Sum(mean_y);
    if (threadIdx.x == 0) {
        atomicAdd(&mean[0], mean_x);
        atomicAdd(&mean[1], mean_y);
    }
    if (i == 0)
        *first = uniform(seed) / n;
}

// The sums rise: the number of those below `u` is the index of the first that is not.
static __global__ void __launch_bounds__(SEARCHERS)
    draw(int n, const double *__restrict__ sums, const double *__restrict__ first, const double *__restrict__ x,
         const double *__restrict__ y, double *__restrict__ next_x, double *__restrict__ next_y)
{
    __shared__ double tile[TILE];
    const int j = blockIdx.x * SEARCHERS + threadIdx.x;
    const double u = j < n ? *first + (double)j / n : 0;
    int below = 0;
    for (int begin = 0; begin < n; begin += TILE) {
        for (int i = threadIdx.x; i < TILE; i += SEARCHERS)
            tile[i] = begin + i < n ? sums[begin + i] : 2;
        __syncthreads();
#pragma unroll 16
        for (int i = 0; i < TILE; i++)
            below += tile[i] < u;
        if (__syncthreads_and(tile[TILE - 1] >= u))
            break;
    }
    if (j < n) {
        const int i = min(below, n - 1);
        next_x[j] = x[i];
        next_y[j] = y[i];
    }
}

extern "C" void solve(const struct film *film, const struct object *disk, const struct particles *particles,
                      double *estimate)
{
    const int n = particles->count, blocks = (n + THREADS - 1) / THREADS;
    const size_t pixels = (size_t)film->width * film->height * film->frames, bytes = n * sizeof(double);
    double *x, *y, *weight, *sums, *next_x, *next_y, *mean, *scalars;
    int *seed;
    unsigned char *pixel;
    void *storage;
    CUDA(cudaMalloc(&x, bytes));
    CUDA(cudaMalloc(&y, bytes));
    CUDA(cudaMalloc(&weight, bytes));
    CUDA(cudaMalloc(&sums, bytes));
    CUDA(cudaMalloc(&next_x, bytes));
    CUDA(cudaMalloc(&next_y, bytes));
    CUDA(cudaMalloc(&mean, 2 * film->frames * sizeof(double)));
    CUDA(cudaMalloc(&scalars, 2 * sizeof(double)));
    CUDA(cudaMalloc(&seed, n * sizeof(int)));
    CUDA(cudaMalloc(&pixel, pixels));
    size_t for_sum = 0, for_scan = 0;
    CUDA(cub::DeviceReduce::Sum(nullptr, for_sum, weight, &scalars[0], n));
    CUDA(cub::DeviceScan::InclusiveSum(nullptr, for_scan, weight, sums, n));
    size_t for_both = for_sum > for_scan ? for_sum : for_scan;
    CUDA(cudaMalloc(&storage, for_both));
    CUDA(cudaMemcpy(seed, particles->seed, n * sizeof(int), cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(pixel, film->pixel, pixels, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpyToSymbol(object, disk, sizeof object));
    CUDA(cudaMemset(mean, 0, 2 * film->frames * sizeof(double)));
    struct film there = *film;
    there.pixel = pixel;
    estimate[0] = film->width / 2;
    estimate[1] = film->height / 2;
    start<<<blocks, THREADS>>>(n, estimate[0], estimate[1], x, y);
    for (int k = 1; k < film->frames; k++) {
        move<<<blocks, THREADS>>>(n, there, k, seed, x, y, weight);
        CUDA(cub::DeviceReduce::Sum(storage, for_both, weight, &scalars[0], n));
        normalise<<<blocks, THREADS>>>(n, x, y, &scalars[0], seed, weight, &mean[2 * k], &scalars[1]);
        CUDA(cub::DeviceScan::InclusiveSum(storage, for_both, weight, sums, n));
        draw<<<(n + SEARCHERS - 1) / SEARCHERS, SEARCHERS>>>(n, sums, &scalars[1], x, y, next_x, next_y);
        double *last_x = x, *last_y = y;
        x = next_x;
        y = next_y;
        next_x = last_x;
        next_y = last_y;
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(&estimate[2], &mean[2], 2 * (film->frames - 1) * sizeof(double), cudaMemcpyDeviceToHost));
    void *all[] = {x, y, weight, sums, next_x, next_y, mean, scalars, seed, pixel, storage};
    for (void *p : all)
        CUDA(cudaFree(p));
}
