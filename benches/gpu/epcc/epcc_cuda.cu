// What the hardware itself takes for what OpenMP's constructs do, written by hand, in blocks of 1 to 992
// threads. Prints "NAME THREADS CYCLES" (critical, lock and ordered: for each thread that passes), and
// "clock HERTZ", the rate of the multiprocessor's counter against the global timer's nanoseconds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#define CUDA(call)                                                                     \
    do {                                                                               \
        cudaError_t error_ = (call);                                                   \
        if (error_ != cudaSuccess) {                                                   \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_));            \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

constexpr int EACH = 4, REPEATS = 5;
constexpr int sizes[] = {1, 2, 5, 32, 33, 64, 95, 96, 128, 256, 500, 512, 992};

struct result {
    long long cycles, nanoseconds;
};

struct memory {
    int word;
    unsigned lock;
    double value;
    int sink[1024];
};

__device__ long long nanoseconds()
{
    long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

// Each round of all threads of the block; `body(round)` changes `mine`.
template <class Body> __device__ void measure(result *to, memory *m, int rounds, Body body)
{
    int mine = 0;
    __syncthreads();
    const long long wall = nanoseconds(), start = clock64();
    for (int r = 0; r < rounds; r++)
        body(r, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        *to = {clock64() - start, nanoseconds() - wall};
    if (mine == -1)
        m->sink[threadIdx.x] = mine;
}

__shared__ unsigned ticket, turn;

__device__ void start()
{
    if (threadIdx.x == 0)
        ticket = turn = 0;
    __syncthreads();
}

#define KERNEL(name, ...)                                                              \
    __global__ void __launch_bounds__(1024) name(result *to, memory *m, int rounds)    \
    {                                                                                  \
        start();                                                                       \
        const int t = threadIdx.x, threads = blockDim.x, n = EACH * threads;           \
        (void)t, (void)threads, (void)n;                                               \
        measure(to, m, rounds, [&](int r, int &mine) { __VA_ARGS__ });                 \
    }

// The fork's barrier, and the join's.
KERNEL(parallel, __syncthreads(); if (r == -1) m->sink[t] = r; __syncthreads();)
KERNEL(for_strided, for (int i = t; i < n; i += threads) mine ^= i + r; __syncthreads();)
KERNEL(for_nowait, for (int i = t; i < n; i += threads) mine ^= i + r;)
// A piece for each thread.
KERNEL(for_pieces, {
    const int chunk = 2;
    for (int c = t * chunk; c < n; c += threads * chunk)
        for (int i = c; i < min(c + chunk, n); i++)
            mine ^= i + r;
    __syncthreads();
})
// A counter in shared memory, made ready for the next loop between two barriers.
template <int chunk> __device__ void dynamic(int n, int r, int &mine)
{
    for (int c; (c = atomicAdd(&ticket, chunk)) < n;)
        for (int i = c; i < min(c + chunk, n); i++)
            mine ^= i + r;
    __syncthreads();
    if (threadIdx.x == 0)
        ticket = 0;
    __syncthreads();
}
KERNEL(for_dynamic_1, dynamic<1>(n, r, mine);)
KERNEL(for_dynamic_4, dynamic<4>(n, r, mine);)
KERNEL(for_guided, {
    for (unsigned c = *(volatile unsigned *)&ticket; c < n;) {
        const unsigned share = max((n - c) / threads, 1u), found = atomicCAS(&ticket, c, c + share);
        if (found == c) {
            for (int i = c; i < min(c + share, (unsigned)n); i++)
                mine ^= i + r;
            c = *(volatile unsigned *)&ticket;
        } else {
            c = found;
        }
    }
    __syncthreads();
    if (t == 0)
        ticket = 0;
    __syncthreads();
})
KERNEL(barrier, __syncthreads();)
KERNEL(single, if (t == 0) m->word = r; __syncthreads();)
// The usual lock: take it by compare-and-swap, work, hand it back, within one loop for the sake of lanes.
KERNEL(lock, for (bool done = false; !done;) if (atomicCAS(&m->lock, 0, 1) == 0) {
    __threadfence();
    (*(volatile int *)&m->word)++;
    __threadfence();
    atomicExch(&m->lock, 0);
    done = true;
})
KERNEL(atomic, atomicAdd(&m->word, 1);)
// Threads in turn.
KERNEL(ordered, {
    for (bool done = false; !done;)
        if (*(volatile unsigned *)&turn == t) {
            m->word = t + r;
            __threadfence_block();
            *(volatile unsigned *)&turn = t + 1;
            done = true;
        }
    __syncthreads();
    if (t == 0)
        turn = 0;
    __syncthreads();
})
// Shuffles, a slot a warp, the first warp's shuffles.
__shared__ double slots[32];
KERNEL(reduction, {
    double sum = t + r;
    const int lane = t % 32;
    const int lanes = min(32, threads - t / 32 * 32), warps = (threads + 31) / 32;
    const unsigned mask = lanes == 32 ? ~0u : (1u << lanes) - 1;
    for (int step = 16; step; step /= 2) {
        const double other = __shfl_down_sync(mask, sum, step);
        if (lane + step < lanes)
            sum += other;
    }
    if (lane == 0)
        slots[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        const int in_first = min(32, threads);
        const unsigned first = in_first == 32 ? ~0u : (1u << in_first) - 1;
        // A block of fewer than 32 threads is one warp.
        sum = lane < warps ? slots[lane] : 0;
        if (warps > 1)
            for (int step = 16; step; step /= 2)
                sum += __shfl_down_sync(first, sum, step);
        if (t == 0)
            m->value += sum;
    }
    __syncthreads();
})

typedef void kernel(result *, memory *, int);

void run(const char *name, kernel *of, int rounds, bool passes_each, result *to, memory *m)
{
    for (int threads : sizes) {
        long long least = 0;
        for (int n = 0; n <= REPEATS; n++) {
            of<<<1, threads>>>(to, m, n ? rounds : 1);
            CUDA(cudaGetLastError());
            CUDA(cudaDeviceSynchronize());
            if (n == 1 || (n && to->cycles < least))
                least = to->cycles;
        }
        printf("%s %d %.2f\n", name, threads, (double)least / rounds / (passes_each ? threads : 1));
    }
}

int main()
{
    result *to;
    memory *m;
    CUDA(cudaMallocManaged(&to, sizeof *to));
    CUDA(cudaMalloc(&m, sizeof *m));
    CUDA(cudaMemset(m, 0, sizeof *m));
    run("parallel", parallel, 2000, false, to, m);
    run("for_strided", for_strided, 1000, false, to, m);
    run("for_nowait", for_nowait, 1000, false, to, m);
    run("for_pieces", for_pieces, 1000, false, to, m);
    run("for_dynamic_1", for_dynamic_1, 400, false, to, m);
    run("for_dynamic_4", for_dynamic_4, 400, false, to, m);
    run("for_guided", for_guided, 400, false, to, m);
    run("barrier", barrier, 2000, false, to, m);
    run("single", single, 1000, false, to, m);
    run("lock", lock, 20, true, to, m);
    run("atomic", atomic, 200, false, to, m);
    run("ordered", ordered, 100, true, to, m);
    run("reduction", reduction, 500, false, to, m);
    barrier<<<1, 992>>>(to, m, 1 << 20);
    CUDA(cudaDeviceSynchronize());
    printf("clock 0 %.0f\n", to->cycles * 1e9 / to->nanoseconds);
    return 0;
}
