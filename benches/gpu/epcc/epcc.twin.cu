// What the hardware itself takes for what OpenMP's constructs do, written by hand, in blocks of 1 to 992 threads.
// Prints what constructs.h says, and the rate of the multiprocessor's counter against the global timer's nanoseconds.
#include "constructs.h"
#include <algorithm>
#include <chrono>

#define CUDA(call)                                                                     \
    do {                                                                               \
        cudaError_t error_ = (call);                                                   \
        if (error_ != cudaSuccess) {                                                   \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_));            \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

struct result {
    long long cycles, nanoseconds;
};

struct memory {
    int word;
    unsigned lock;
    double value, values[4];
    int sink[EACH * 1024], array[ARRAY];
    int owner;
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
// Between the two, every thread has an array of its own, or copies one.
KERNEL(parallel_private, {
    int own[ARRAY];
    __syncthreads();
    own[r % ARRAY] = r;
    if (r == -1)
        m->sink[t] = own[r & 1];
    __syncthreads();
})
__shared__ int shared_array[ARRAY];
KERNEL(parallel_firstprivate, {
    int own[ARRAY];
    __syncthreads();
    for (int i = 0; i < ARRAY; i++)
        own[i] = shared_array[i];
    own[r % ARRAY]++;
    if (own[(r + t) % ARRAY] == -1)
        m->sink[t] = r;
    __syncthreads();
})
KERNEL(parallel_for, {
    __syncthreads();
    for (int i = t; i < n; i += threads)
        m->sink[i] = i + r;
    __syncthreads();
})
KERNEL(for_stored, {
    for (int i = t; i < n; i += threads)
        m->sink[i] = i + r;
    __syncthreads();
})
// The thread of the last iteration hands its value on.
KERNEL(for_last, {
    int last = 0;
    for (int i = t; i < n; i += threads) {
        mine ^= i + r;
        last = i;
    }
    if (last == n - 1)
        m->word = last;
    __syncthreads();
})
// Four pieces of work, of which each goes to a thread of its own where there are as many.
__device__ void four(memory *m, int r)
{
    for (int s = threadIdx.x; s < 4; s += blockDim.x)
        m->sink[s] = r;
    __syncthreads();
}
KERNEL(sections, four(m, r);)
KERNEL(parallel_sections, __syncthreads(); four(m, r);)
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
KERNEL(flush, __threadfence();)
KERNEL(one, if (t == 0) m->word = r;)
__shared__ int handed;
KERNEL(copyprivate, {
    if (t == 0)
        handed = r;
    __syncthreads();
    mine = handed;
    __syncthreads();
})
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
KERNEL(atomic_capture, mine ^= atomicAdd(&m->word, 1);)
// A lock that its owner may take again.
KERNEL(nest_lock, for (bool done = false; !done;) if (m->owner == t + 1 || atomicCAS(&m->lock, 0, 1) == 0) {
    __threadfence();
    *(volatile int *)&m->owner = t + 1;
    (*(volatile int *)&m->word)++;
    *(volatile int *)&m->owner = 0;
    __threadfence();
    atomicExch(&m->lock, 0);
    done = true;
})
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
__device__ double sum_of_block(double sum)
{
    const int t = threadIdx.x, threads = blockDim.x, lane = t % 32;
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
    }
    return sum;
}
KERNEL(reduction, {
    const double sum = sum_of_block(t + r);
    if (t == 0)
        m->value += sum;
    __syncthreads();
})
KERNEL(parallel_reduction, {
    __syncthreads();
    const double sum = sum_of_block(r);
    if (t == 0)
        m->value += sum;
    __syncthreads();
})
KERNEL(reduction_array, {
    for (int k = 0; k < 4; k++) {
        const double sum = sum_of_block(t % 4 == k ? t + r : 0);
        if (t == 0)
            m->values[k] += sum;
        __syncthreads();
    }
})
// Within each warp by shuffles, then over the warps' sums.
KERNEL(scan, {
    const int lane = t % 32, warp = t / 32, lanes = min(32, threads - warp * 32);
    const unsigned mask = lanes == 32 ? ~0u : (1u << lanes) - 1;
    double sum = t + r;
    for (int step = 1; step < 32; step *= 2) {
        const double other = __shfl_up_sync(mask, sum, step);
        if (lane >= step)
            sum += other;
    }
    if (lane == lanes - 1)
        slots[warp] = sum;
    __syncthreads();
    double before = m->value;
    for (int w = 0; w < warp; w++)
        before += slots[w];
    mine ^= before + sum > 0;
    __syncthreads();
    if (t == threads - 1)
        m->value = before + sum;
    __syncthreads();
})
// As many pieces of work as there are threads, which take one at a time; and a piece that each does itself.
KERNEL(tasks, {
    for (int c; (c = atomicAdd(&ticket, 1)) < threads;)
        m->sink[c] = c + r;
    __syncthreads();
    if (t == 0)
        ticket = 0;
    __syncthreads();
})
KERNEL(own_work, m->sink[t] = r;)
// Launched one behind the other.
__global__ void target(memory *m)
{
    if (!m)
        m->sink[threadIdx.x] = 0;
}

typedef void kernel(result *, memory *, int);

// A kernel's repetitions; a launch's own time is not in them.
void measure(const char *name, kernel *of, int rounds, passes each, double hertz, result *to, memory *m)
{
    for (int at = 0; at < count_of_sizes; at++) {
        const int threads = sizes[at];
        long long least = 0;
        for (int n = 0; n <= REPEATS; n++) {
            of<<<1, threads>>>(to, m, n ? rounds : 1);
            CUDA(cudaGetLastError());
            CUDA(cudaDeviceSynchronize());
            if (n == 1 || (n && to->cycles < least))
                least = to->cycles;
        }
        tell(name, threads, least / hertz, rounds, each);
    }
}

// Launches one behind the other, and the host's wait for each.
void measure(const char *name, void (*of)(memory *), int rounds, passes each, double, result *, memory *m)
{
    for (int at = 0; at < count_of_sizes; at++) {
        const int threads = sizes[at];
        double least = 0;
        for (int n = 0; n <= REPEATS; n++) {
            const auto start = std::chrono::steady_clock::now();
            for (int r = 0; r < rounds; r++) {
                of<<<1, threads>>>(m);
                CUDA(cudaStreamSynchronize(0));
            }
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            if (n == 1 || (n && seconds < least))
                least = seconds;
        }
        tell(name, threads, least, rounds, each);
    }
}

int main(int argc, char **argv)
{
    read_size(argc, argv);
    result *to;
    memory *m;
    CUDA(cudaMallocManaged(&to, sizeof *to));
    CUDA(cudaMalloc(&m, sizeof *m));
    CUDA(cudaMemset(m, 0, sizeof *m));
    barrier<<<1, 992>>>(to, m, 1 << 20);
    CUDA(cudaDeviceSynchronize());
    const double hertz = to->cycles * 1e9 / to->nanoseconds;
#define MEASURE(name, rounds, each, by_hand, check) measure(#name, by_hand, rounds_of(rounds), each, hertz, to, m);
    CONSTRUCTS(MEASURE)
    printf("@ clock %.0f\n", hertz);
    return 0;
}
