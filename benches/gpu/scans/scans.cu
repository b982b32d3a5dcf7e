// Scans as the translator prints them beside CUB's and a hand-written one, in one program.
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

// ---- As translated -----------------------------------------------------------------------------

template <int block, unsigned each, class T>
__global__ void __launch_bounds__(block) league_romp(const T *a, T *b, T *sum_dev, int n, void *scratch)
{
    T &sum = *sum_dev;
    romp::inclusive_scan_league<each>(scratch, romp::below<int>(0, n), romp::plus(sum),
        [&](int i, T &sum_private) {
            sum_private = 0;
            sum_private += a[i];
        },
        [&](int i, T &sum_private) {
            b[i] = sum_private;
        });
}

template <unsigned each, class T>
__global__ void __launch_bounds__(1024) team_romp(const T *a, T *b, T *sum_dev, int n)
{
    T &sum = *sum_dev;
    romp::inclusive_scan<each>(romp::below<int>(0, n), romp::plus(sum),
        [&](int i, T &sum_private) {
            sum_private = 0;
            sum_private += a[i];
        },
        [&](int i, T &sum_private) {
            b[i] = sum_private;
        });
}

// ---- By hand: one block, a row of 1024 at a time -----------------------------------------------

template <class T> __global__ void __launch_bounds__(1024) team_hand(const T *a, T *b, T *sum, int n)
{
    __shared__ T totals[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    T carry = *sum;
    for (int base = 0; base < n; base += 1024) {
        const int i = base + threadIdx.x;
        T x = i < n ? a[i] : 0;
        for (int d = 1; d < 32; d *= 2) {
            const T y = __shfl_up_sync(~0u, x, d);
            if (lane >= d)
                x += y;
        }
        if (lane == 31)
            totals[warp] = x;
        __syncthreads();
        if (warp == 0) {
            T t = totals[lane];
            for (int d = 1; d < 32; d *= 2) {
                const T y = __shfl_up_sync(~0u, t, d);
                if (lane >= d)
                    t += y;
            }
            totals[lane] = t;
        }
        __syncthreads();
        if (warp > 0)
            x += totals[warp - 1];
        if (i < n)
            b[i] = carry + x;
        carry += totals[31];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *sum = carry;
}

// The same with CUB's block scan, eight items a thread through shared memory.
template <class T> __global__ void __launch_bounds__(1024) team_cub(const T *a, T *b, T *sum, int n)
{
    constexpr int items = 8;
    using load = cub::BlockLoad<T, 1024, items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using store = cub::BlockStore<T, 1024, items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using scan = cub::BlockScan<T, 1024>;
    extern __shared__ char memory[];
    auto &of_load = *(typename load::TempStorage *)memory;
    auto &of_store = *(typename store::TempStorage *)memory;
    __shared__ typename scan::TempStorage of_scan;
    T carry = *sum;
    for (int base = 0; base < n; base += 1024 * items) {
        T x[items], total;
        load(of_load).Load(a + base, x, n - base, 0);
        scan(of_scan).InclusiveSum(x, x, total);
        for (T &one : x)
            one += carry;
        carry += total;
        __syncthreads();
        store(of_store).Store(b + base, x, n - base);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *sum = carry;
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

static void row(const char *what, const char *type, unsigned each, long long size, double ours, double theirs)
{
    printf("%-14s %-7s %2u %12lld %12.3f %12.3f %6.3f\n", what, type, each, size, ours, theirs, ours / theirs);
}

template <class T> __global__ void fill(T *a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = i % 7;
}

// Whole numbers: any order of additions gives the same.
template <class T> __global__ void differ(const T *a, const T *b, int n, int *bad)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (a[i] != b[i])
            atomicAdd(bad, 1);
}

template <class T> struct Data {
    int n;
    T *a, *b, *wanted, *sum;
    int *bad;
    void *scratch;
    const char *type;

    Data(int n, const char *type) : n(n), type(type)
    {
        const size_t bytes = sizeof(T) * n;
        CUDA(cudaMalloc(&a, bytes));
        CUDA(cudaMalloc(&b, bytes));
        CUDA(cudaMalloc(&wanted, bytes));
        CUDA(cudaMalloc(&sum, sizeof(T)));
        CUDA(cudaMallocManaged(&bad, sizeof(int)));
        CUDA(cudaMalloc(&scratch, 16 << 20));
        // As the runtime does: the counters are zero, what is behind them is anything.
        CUDA(cudaMemset(scratch, 0x5a, 16 << 20));
        CUDA(cudaMemset(scratch, 0, 64));
        fill<<<512, 256>>>(a, n);
    }
    ~Data()
    {
        cudaFree(a), cudaFree(b), cudaFree(wanted), cudaFree(sum), cudaFree(bad), cudaFree(scratch);
    }
    template <class F> void check(const char *what, F f)
    {
        T total, last;
        for (int again = 0; again < 20; again++) {
            CUDA(cudaMemset(b, 0xff, sizeof(T) * n));
            CUDA(cudaMemset(sum, 0, sizeof(T)));
            *bad = 0;
            f();
            differ<<<512, 256>>>(b, wanted, n, bad);
            CUDA(cudaDeviceSynchronize());
            CUDA(cudaMemcpy(&total, sum, sizeof(T), cudaMemcpyDefault));
            CUDA(cudaMemcpy(&last, wanted + n - 1, sizeof(T), cudaMemcpyDefault));
            if (*bad != 0 || total != last) {
                std::vector<T> got(n), right(n);
                CUDA(cudaMemcpy(got.data(), b, sizeof(T) * n, cudaMemcpyDefault));
                CUDA(cudaMemcpy(right.data(), wanted, sizeof(T) * n, cudaMemcpyDefault));
                for (int i = 0, shown = 0; i < n && shown < 5; i++)
                    if (got[i] != right[i] && (i == 0 || got[i - 1] == right[i - 1] || i % 4096 == 0))
                        printf("  try %d, %d: %.17g of %.17g\n", again, i, (double)got[i], (double)right[i]), shown++;
                printf("WRONG: %s %s %d: %d values, total %g of %g\n", what, type, n, *bad, (double)total, (double)last);
                exit(1);
            }
        }
    }
};

template <class K> static int resident(K kernel, int block)
{
    int device, processors, blocks;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, 0));
    return processors * blocks;
}

template <int block, unsigned each, class T> static void league(Data<T> &d, double theirs, int more = 1)
{
    auto kernel = league_romp<block, each, T>;
    // More teams than fit must do, too.
    const int teams = std::min((d.n + block - 1) / block, more * std::max(resident(kernel, block), 16));
    const auto ours = [&] { kernel<<<teams, block>>>(d.a, d.b, d.sum, d.n, d.scratch); };
    d.check("league", ours);
    char what[32];
    snprintf(what, sizeof what, "%s/%d", more > 1 ? "crowd" : "league", block);
    row(what, d.type, each, d.n, microseconds(20, ours), theirs);
}

template <class T> static void all(int n, const char *type)
{
    Data<T> d(n, type);
    void *storage = nullptr;
    size_t bytes = 0;
    CUDA(cub::DeviceScan::InclusiveSum(storage, bytes, d.a, d.wanted, d.n));
    CUDA(cudaMalloc(&storage, bytes));
    const auto device = [&] { CUDA(cub::DeviceScan::InclusiveSum(storage, bytes, d.a, d.wanted, d.n)); };
    device();
    const double theirs = microseconds(20, device);
    league<512, 0>(d, theirs);
    league<512, 0>(d, theirs, 3);
    league<512, 16>(d, theirs);
    league<256, 16>(d, theirs);
    league<256, 0>(d, theirs);
    if (n <= 1 << 22) {
        const auto hand = [&] { team_hand<<<1, 1024>>>(d.a, d.b, d.sum, d.n); };
        const auto block = [&] { team_cub<<<1, 1024, 80 << 10>>>(d.a, d.b, d.sum, d.n); };
        CUDA(cudaFuncSetAttribute(team_cub<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, 80 << 10));
        d.check("hand", hand);
        d.check("block", block);
        const double by_hand = microseconds(5, hand), by_cub = microseconds(5, block);
        const auto auto_ = [&] { team_romp<0><<<1, 1024>>>(d.a, d.b, d.sum, d.n); };
        const auto one = [&] { team_romp<1><<<1, 1024>>>(d.a, d.b, d.sum, d.n); };
        d.check("team", auto_);
        d.check("team", one);
        row("block/hand", type, 0, n, microseconds(5, auto_), by_hand);
        row("block/hand", type, 1, n, microseconds(5, one), by_hand);
        row("block/cub", type, 0, n, microseconds(5, auto_), by_cub);
    }
    CUDA(cudaFree(storage));
}

int main()
{
    printf("%-14s %-7s %2s %12s %12s %12s %6s\n", "what", "type", "", "n", "ours us", "theirs us", "ratio");
    for (int n : {1000, 1 << 20, 1 << 26})
        all<double>(n, "double");
    for (int n : {1 << 20, 1 << 26})
        all<int>(n, "int");
}
