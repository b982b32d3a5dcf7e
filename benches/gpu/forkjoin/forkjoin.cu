// Cycles of an empty parallel region and of a barrier inside one: hand-written skeletons beside the
// device header's. One block; the master's or thread 0's clock; the median over batches of 20.
#include "romp/device.cuh"

#include <algorithm>
#include <vector>

enum { batch = 20, batches = 201 };

// Nothing is known of it, and nothing of it may move.
__device__ __forceinline__ void opaque() { asm volatile("" ::: "memory"); }

// All threads that are in step run it, without a branch that would part them; one of them counts.
template <class Round> __device__ __forceinline__ void measure(unsigned *cycles, Round round, bool counts = true)
{
    unsigned *const to = cycles + (counts ? 0 : batches);
    for (int k = 0; k < batches; k++) {
        const long long start = clock64();
#pragma unroll 1
        for (int i = 0; i < batch; i++)
            round();
        to[k] = (unsigned)(clock64() - start);
    }
}

// ---- An empty region.

// As many regions as both sides know beforehand.
__global__ void bare(unsigned *cycles)
{
    const unsigned workers = blockDim.x - 32;
    if (threadIdx.x < workers) {
#pragma unroll 1
        for (int r = 0; r < batch * batches; r++) {
            __syncthreads();
            opaque();
            __syncthreads();
        }
        return;
    }
    if (threadIdx.x != workers)
        return;
    measure(cycles, [] {
        __syncthreads();
        __syncthreads();
    });
}

// The same where the region is a call: what an opaque region is at least, unless it is empty assembly.
__device__ __noinline__ void nothing() { asm volatile("" ::: "memory"); }
__global__ void bare_call(unsigned *cycles)
{
    const unsigned workers = blockDim.x - 32;
    if (threadIdx.x < workers) {
#pragma unroll 1
        for (int r = 0; r < batch * batches; r++) {
            __syncthreads();
            nothing();
            __syncthreads();
        }
        return;
    }
    if (threadIdx.x != workers)
        return;
    measure(cycles, [] {
        __syncthreads();
        __syncthreads();
    });
}

// The master passes one word: the region's number.
__global__ void one_word(unsigned *cycles, unsigned region)
{
    __shared__ unsigned word;
    const unsigned workers = blockDim.x - 32;
    if (threadIdx.x < workers) {
        for (;;) {
            __syncthreads();
            const unsigned r = word;
            if (r == 0)
                return;
            if (r == 1)
                opaque();
            __syncthreads();
        }
    }
    if (threadIdx.x != workers)
        return;
    measure(cycles, [&] {
        word = region;
        __syncthreads();
        __syncthreads();
    });
    word = 0;
    __syncthreads();
}

__global__ void single(unsigned *cycles)
{
    if (romp::is_worker()) {
        while (romp::next_region()) {
            opaque();
            romp::join();
        }
        return;
    }
    if (!romp::is_master())
        return;
    measure(cycles, [] {
        romp::fork();
        romp::join();
    });
    romp::finish();
}

// The single region with a word in place of the barrier's vote.
__global__ void single_word(unsigned *cycles)
{
    __shared__ romp::fork_point work;
    if (romp::is_worker()) {
        while (romp::next_region(work)) {
            opaque();
            romp::join();
        }
        return;
    }
    if (!romp::is_master())
        return;
    measure(cycles, [] {
        romp::fork(work, 1);
        romp::join();
    });
    romp::finish(work);
}

__global__ void numbered(unsigned *cycles, unsigned region)
{
    __shared__ romp::fork_point work;
    if (romp::is_worker()) {
        while (romp::next_region(work)) {
            switch (work.region) {
            case 1: {
                const romp::first_threads omp{work.size};
                if (omp.has_me())
                    opaque();
                break;
            }
            case 2: {
                const romp::first_threads omp{work.size};
                if (omp.has_me())
                    asm volatile("// another region" ::: "memory");
                break;
            }
            }
            romp::join();
        }
        return;
    }
    if (!romp::is_master())
        return;
    const unsigned size = romp::region_size();
    measure(cycles, [&] {
        romp::fork(work, region, size);
        romp::join();
    });
    romp::finish(work);
}

__device__ __noinline__ void region_of_function(void *) { opaque(); }

__global__ void orphaned(unsigned *cycles, unsigned region)
{
    romp::start_state(0);
    if (romp::is_worker()) {
        while (romp::next_region(romp::state().work)) {
            switch (romp::state().work.region) {
            case 0: romp::run_orphaned(); break;
            case 1:
                if (romp::thread() < romp::state().work.size)
                    region_of_function(romp::state().frame);
                break;
            }
            romp::join();
        }
        return;
    }
    if (!romp::is_master())
        return;
    measure(cycles, [&] { romp::fork_orphaned(region, region_of_function, cycles, romp::orphaned_size()); });
    romp::finish(romp::state().work);
}

// ---- A barrier of n threads; the others of the block wait at barrier 0.

struct raw_named {
    unsigned n;
    __device__ void init() const {}
    __device__ void barrier() const { asm volatile("bar.sync 1, %0;" ::"r"(n) : "memory"); }
};

// Lanes may arrive one by one.
struct raw_unaligned {
    unsigned n;
    __device__ void init() const {}
    __device__ void barrier() const { asm volatile("barrier.sync 1, %0;" ::"r"(n) : "memory"); }
};

__shared__ unsigned long long word;

struct raw_mbarrier {
    unsigned n;
    __device__ static unsigned at() { return (unsigned)__cvta_generic_to_shared(&word); }
    __device__ void init() const { asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at()), "r"(n) : "memory"); }
    __device__ void barrier() const
    {
        unsigned long long phase;
        unsigned done;
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(at()) : "memory");
        do
            asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                         : "=r"(done) : "r"(at()), "l"(phase) : "memory");
        while (!done);
    }
};

// One arrival a warp.
struct warp_mbarrier {
    unsigned n;
    __device__ void init() const { asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(raw_mbarrier::at()), "r"((n + 31) / 32) : "memory"); }
    __device__ void barrier() const
    {
        const unsigned left = n - threadIdx.x / 32 * 32, mask = left >= 32 ? ~0u : (1u << left) - 1;
        __syncwarp(mask);
        if (threadIdx.x % 32 == 0)
            raw_mbarrier{n}.barrier();
        __syncwarp(mask);
    }
};

// Whole warps in a named barrier; the rest tells the first warp, and is told by it.
struct warps_and_rest {
    unsigned n;
    __device__ void init() const { word = 0; }
    __device__ void barrier() const
    {
        volatile unsigned *const here = (volatile unsigned *)&word, *const gone = here + 1;
        const unsigned whole = n & ~31u;
        if (threadIdx.x < whole) {
            if (threadIdx.x == 0) {
                const unsigned turn = *gone + 1;
                while (*here != turn);
            }
            __syncwarp();
            asm volatile("bar.sync 1, %0;" ::"r"(whole) : "memory");
            if (threadIdx.x == 0) {
                __threadfence_block();
                *gone = *here;
            }
        } else {
            const unsigned mask = (1u << (n - whole)) - 1, turn = *gone + 1;
            __syncwarp(mask);
            if (threadIdx.x == whole) {
                __threadfence_block();
                *here = turn;
            }
            while (*gone != turn);
            __syncwarp(mask);
        }
    }
};

// As a region of constant size declares it.
template <unsigned n> __global__ void ours_constant(unsigned *cycles, unsigned)
{
    if (threadIdx.x == 0)
        romp::ready_partial_barrier();
    __syncthreads();
    const romp::team_of<n> omp;
    if (omp.has_me())
        measure(cycles, [&] { omp.barrier(); }, omp.thread() == 0);
    __syncthreads();
}

template <class B> __global__ void barriers(unsigned *cycles, unsigned n)
{
    const B b{n};
    if (threadIdx.x == 0)
        b.init();
    __syncthreads();
    if (threadIdx.x < n)
        measure(cycles, [&] { b.barrier(); }, threadIdx.x == 0);
    __syncthreads();
}

// A region of a kernel: the kind is asked for where it begins. Its size comes from where the master left it.
__global__ void ours_dynamic(unsigned *cycles, unsigned n)
{
    __shared__ romp::fork_point work;
    if (threadIdx.x == 0) {
        romp::ready_partial_barrier();
        work.size = n;
    }
    __syncthreads();
    romp::by_first_threads(work.size, [&](auto omp) {
        measure(cycles, [&] { omp.barrier(); }, omp.thread() == 0);
    });
    __syncthreads();
}

// A function, which asks who its team is when it is called.
__device__ __noinline__ void function_with_barriers(unsigned *cycles)
{
    const romp::waiting_orphan_team omp;
    measure(cycles, [&] { omp.barrier(); }, omp.thread() == 0);
}

__device__ __noinline__ void function_with_a_barrier()
{
    const romp::orphan_team omp;
    omp.barrier();
}

__global__ void ours_function(unsigned *cycles, unsigned n)
{
    romp::start_state(n);
    if (threadIdx.x < n)
        function_with_barriers(cycles);
    __syncthreads();
}

__global__ void ours_call(unsigned *cycles, unsigned n)
{
    romp::start_state(n);
    if (threadIdx.x < n)
        measure(cycles, [&] { function_with_a_barrier(); }, threadIdx.x == 0);
    __syncthreads();
}

// ---- The tables.

static unsigned *cycles;

static void ok(cudaError_t error)
{
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(error));
        exit(1);
    }
}

template <class... P, class... A> static double median(void (*kernel)(P...), unsigned threads, A... arguments)
{
    std::vector<unsigned> all;
    for (int run = 0; run < 5; run++) {
        std::vector<unsigned> got(batches);
        kernel<<<1, threads>>>(cycles, arguments...);
        ok(cudaDeviceSynchronize());
        ok(cudaMemcpy(got.data(), cycles, sizeof(unsigned) * batches, cudaMemcpyDeviceToHost));
        all.insert(all.end(), got.begin(), got.end());
    }
    std::sort(all.begin(), all.end());
    return (double)all[all.size() / 2] / batch;
}

template <unsigned n> static void barrier_row()
{
    const unsigned threads = 1024;
    const double raw = n % 32 ? median(barriers<raw_mbarrier>, threads, n) : median(barriers<raw_named>, threads, n);
    const double constant = median(ours_constant<n>, threads, n);
    const double dynamic = median(ours_dynamic, threads, n), function = median(ours_function, threads, n);
    printf("%7u %10s %8.1f", n, n % 32 ? "mbarrier" : "bar.sync", raw);
    for (double ours : {constant, dynamic, function})
        printf(" %10.1f %6.2f", ours, ours / raw);
    const double call = median(ours_call, threads, n);
    printf(" %10.1f", call);
    if (n % 32)
        printf("   a warp's arrival %.1f, whole warps and rest %.1f", median(barriers<warp_mbarrier>, threads, n),
               n > 32 ? median(barriers<warps_and_rest>, threads, n) : 0.0);
    else
        printf("   barrier.sync %.1f", median(barriers<raw_unaligned>, threads, n));
    printf("\n");
}

int main()
{
    cudaDeviceProp device;
    ok(cudaGetDeviceProperties(&device, 0));
    ok(cudaMalloc(&cycles, sizeof(unsigned) * 2 * batches));
    setvbuf(stdout, nullptr, _IONBF, 0);
    printf("%s: cycles of an empty region (in brackets: over bare, over one word)\n", device.name);
    printf("%7s %7s %9s %9s %20s %20s %20s %20s %20s\n", "workers", "bare", "bare call", "one word", "single", "single, by word", "numbered", "orphaned", "by pointer");
    for (unsigned workers : {32u, 96u, 256u, 512u, 992u}) {
        const unsigned threads = workers + 32;
        const double b = median(bare, threads), w = median(one_word, threads, 1u);
        printf("%7u %7.1f %9.1f %9.1f", workers, b, median(bare_call, threads), w);
        for (double ours : {median(single, threads), median(single_word, threads), median(numbered, threads, 1u),
                            median(orphaned, threads, 1u), median(orphaned, threads, 0u)})
            printf("  %7.1f (%.2f, %.2f)", ours, ours / b, ours / w);
        printf("\n");
    }
    printf("\ncycles of a barrier of the first n of 1024 threads\n");
    printf("%7s %10s %8s %10s %6s %10s %6s %10s %6s %10s\n", "n", "raw", "", "team_of<n>", "ratio", "first n", "ratio", "function", "ratio", "a call");
    barrier_row<32>();
    barrier_row<96>();
    barrier_row<256>();
    barrier_row<992>();
    barrier_row<31>();
    barrier_row<33>();
    barrier_row<95>();
    barrier_row<500>();
}
