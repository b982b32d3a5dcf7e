// Reductions as the translator prints them beside CUB's and hand-written ones, in one program.
// Prints "WHAT SIZE OURS THEIRS RATIO", microseconds a call (medians of batches), and checks the values.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/cub.cuh>

#include "romp/device.cuh"

#define CUDA(call)                                                                     \
    do {                                                                               \
        cudaError_t error_ = (call);                                                   \
        if (error_ != cudaSuccess) {                                                   \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_));            \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

constexpr int BLOCK = 256;

// ---- As translated -----------------------------------------------------------------------------

__global__ void __launch_bounds__(BLOCK) sum_romp(const double *a, double *sum_dev, int n, void *scratch)
{
    double &sum = *sum_dev;
    double sum_private = 0;
    for (int i : romp::league_stream(0, n))
        sum_private += a[i];
    romp::reduce_league(scratch, romp::plus(sum, sum_private));
}

__global__ void __launch_bounds__(BLOCK)
four_romp(const double *a, double *sum_dev, double *squares_dev, double *low_dev, double *high_dev, int n, void *scratch)
{
    double sum_private = 0, squares_private = 0;
    double low_private = romp::highest<double>, high_private = romp::lowest<double>;
    for (int i : romp::league_stream(0, n)) {
        sum_private += a[i];
        squares_private += a[i] * a[i];
        low_private = a[i] < low_private ? a[i] : low_private;
        high_private = a[i] > high_private ? a[i] : high_private;
    }
    romp::reduce_league(scratch, romp::plus(*sum_dev, sum_private), romp::plus(*squares_dev, squares_private),
        romp::minimum(*low_dev, low_private), romp::maximum(*high_dev, high_private));
}

// One team, many reductions one after the other: what one costs.
constexpr int ROUNDS = 1000;

__global__ void __launch_bounds__(992) block_romp(double *sum_dev)
{
    romp::block_is<992>();
    double mine = romp::thread();
    for (int round = 0; round < ROUNDS; round++) {
        romp::reduce(romp::plus(*sum_dev, mine));
        romp::team_barrier();
    }
}

__global__ void __launch_bounds__(992) block_cub(double *sum)
{
    using reduce = cub::BlockReduce<double, 992>;
    __shared__ typename reduce::TempStorage storage;
    double mine = threadIdx.x;
    for (int round = 0; round < ROUNDS; round++) {
        const double total = reduce(storage).Sum(mine);
        if (threadIdx.x == 0)
            *sum += total;
        __syncthreads();
    }
}

// ---- Time --------------------------------------------------------------------------------------

template <class F> double microseconds(int calls, F f)
{
    cudaEvent_t begin, end;
    CUDA(cudaEventCreate(&begin));
    CUDA(cudaEventCreate(&end));
    for (int i = 0; i < 3; i++)
        f();
    std::vector<double> times;
    for (int batch = 0; batch < 11; batch++) {
        CUDA(cudaEventRecord(begin));
        for (int i = 0; i < calls; i++)
            f();
        CUDA(cudaEventRecord(end));
        CUDA(cudaEventSynchronize(end));
        float ms;
        CUDA(cudaEventElapsedTime(&ms, begin, end));
        times.push_back(ms * 1e3 / calls);
    }
    CUDA(cudaGetLastError());
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

static void row(const char *what, long long size, double ours, double theirs)
{
    printf("%-22s %12lld %12.3f %12.3f %6.3f\n", what, size, ours, theirs, ours / theirs);
}

static void must(bool right, const char *what)
{
    if (!right) {
        printf("WRONG: %s\n", what);
        exit(1);
    }
}

__global__ void fill(double *a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = i % 1024;
}

template <class K> static int resident(K kernel)
{
    int device, processors, blocks;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, BLOCK, 0));
    return processors * blocks;
}

int main()
{
    const int most = 1 << 28;
    double *a, *results;
    void *scratch, *storage;
    size_t bytes = 0;
    CUDA(cudaMalloc(&a, most * sizeof *a));
    CUDA(cudaMalloc(&results, 8 * sizeof *results));
    CUDA(cudaMalloc(&scratch, 1 << 20));
    CUDA(cudaMemset(scratch, 0, 64));
    fill<<<1024, 256>>>(a, most);
    CUDA(cub::DeviceReduce::Sum(nullptr, bytes, a, results, most));
    CUDA(cudaMalloc(&storage, bytes));

    double host[8];
    auto get = [&] { CUDA(cudaMemcpy(host, results, sizeof host, cudaMemcpyDeviceToHost)); };
    for (int exponent : {10, 12, 14, 16, 18, 20, 24, 28}) {
        const int n = 1 << exponent, calls = exponent > 22 ? 10 : 200;
        const int teams = std::min((n + BLOCK - 1) / BLOCK, resident(sum_romp));
        auto ours = [&] { sum_romp<<<teams, BLOCK>>>(a, results, n, scratch); };
        auto theirs = [&] { cub::DeviceReduce::Sum(storage, bytes, a, results, n); };
        CUDA(cudaMemset(results, 0, 8 * sizeof *results));
        ours();
        get();
        const double ours_sum = host[0];
        theirs();
        get();
        must(ours_sum == host[0], "sum");
        const double one = microseconds(calls, ours), two = microseconds(calls, theirs);
        row("sum", n, one, two);

        // Four variables in one pass against the sum alone: bandwidth is the limit of both.
        const int fewer = std::min((n + BLOCK - 1) / BLOCK, resident(four_romp));
        auto four = [&] { four_romp<<<fewer, BLOCK>>>(a, results, results + 1, results + 2, results + 3, n, scratch); };
        row("four variables / sum", n, microseconds(calls, four), two);
    }

    CUDA(cudaMemset(results, 0, 8 * sizeof *results));
    block_romp<<<1, 992>>>(results);
    block_cub<<<1, 992>>>(results + 1);
    get();
    must(host[0] == host[1], "block");
    row("block of 992, 1000 x", 992, microseconds(20, [&] { block_romp<<<1, 992>>>(results); }),
        microseconds(20, [&] { block_cub<<<1, 992>>>(results); }));
    return 0;
}
