// Candidates for the device header's barriers, forks and block reductions, beside what stands there:
// which are worth their lines. `variants GROUP`: a group that traps or hangs takes no other with it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cub/cub.cuh>

#include "romp/device.cuh"

enum { batch = 20, batches = 201 };

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

// ---- Barriers of the first n threads. n comes out of shared memory, as in a fork-join kernel.

// ptxas computes what it can again beside each use, special registers too; not what came from a vote.
__device__ __forceinline__ unsigned kept(unsigned value)
{
    unsigned zero;
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, %1; vote.sync.any.pred q, p, 0xffffffff; selp.u32 %0, 1, 0, q; }" : "=r"(zero) : "r"(value));
    return value + zero;
}

__shared__ unsigned long long word;
__device__ __forceinline__ unsigned address() { return (unsigned)__cvta_generic_to_shared(&word); }

__device__ __forceinline__ void named(unsigned n) { asm volatile("bar.sync 1, %0;" ::"r"(n) : "memory"); }
__device__ __forceinline__ void named(unsigned id, unsigned n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void init(unsigned n) { asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address()), "r"(n) : "memory"); }
__device__ __forceinline__ unsigned long long arrive(unsigned at)
{
    unsigned long long phase;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(at) : "memory");
    return phase;
}
__device__ __forceinline__ unsigned long long arrive(unsigned at, unsigned count)
{
    unsigned long long phase;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;" : "=l"(phase) : "r"(at), "r"(count) : "memory");
    return phase;
}
__device__ __forceinline__ void wait(unsigned at, unsigned long long phase)
{
    unsigned done;
    do
        asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(at), "l"(phase) : "memory");
    while (!done);
}
__device__ __forceinline__ void wait_parity(unsigned at, unsigned parity)
{
    unsigned done;
    do
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(at), "r"(parity) : "memory");
    while (!done);
}
__device__ __forceinline__ unsigned lanes_of(unsigned n)
{
    const unsigned left = n - threadIdx.x / 32 * 32;
    return left >= 32 ? ~0u : (1u << left) - 1;
}

struct raw { // whole warps: the bar.sync; else the mbarrier
    unsigned n;
    bool whole;
    unsigned at;
    __device__ void barrier() const {}
    __device__ static void ready(unsigned n) { init(n); }
};
struct raw_named : raw { __device__ raw_named(unsigned n) : raw{n} {} __device__ void barrier() const { named(n); } };
struct raw_immediate_id : raw { __device__ raw_immediate_id(unsigned n) : raw{n} {} __device__ void barrier() const { named(n >> 11 | 1, n); } };
struct raw_mbarrier : raw {
    __device__ raw_mbarrier(unsigned n) : raw{n} {}
    __device__ void barrier() const { wait(address(), arrive(address())); }
};
struct as_is : raw {
    __device__ as_is(unsigned n) : raw{n} {}
    __device__ static void ready(unsigned) { romp::ready_partial_barrier(); }
    __device__ void barrier() const { romp::first_threads{n}.barrier(); }
};
// The branch alone, its condition computed by whoever likes to.
struct branch : raw {
    __device__ branch(unsigned n) : raw{n, n % 32 == 0} {}
    __device__ void barrier() const
    {
        if (__builtin_expect(whole, 1))
            named(n);
        else
            wait(address(), arrive(address()));
    }
};
// Condition and address kept in registers.
struct branch_kept : raw {
    __device__ branch_kept(unsigned n) : raw{n, kept(n % 32 == 0) != 0, kept(address())} {}
    __device__ void barrier() const
    {
        if (__builtin_expect(whole, 1))
            named(n);
        else
            wait(at, arrive(at));
    }
};
// One register: n where warps are whole, else the address, which is above 1024.
struct one_register : raw {
    __device__ one_register(unsigned n) : raw{0, false, kept(n % 32 == 0 ? n : address())} {}
    __device__ void barrier() const
    {
        if (__builtin_expect(at <= 1024, 1))
            named(at);
        else
            wait(at, arrive(at));
    }
};
// The named barrier under a predicate in place of a branch.
struct predicated : raw {
    __device__ predicated(unsigned n) : raw{n, n % 32 == 0, kept(address())} {}
    __device__ void barrier() const
    {
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p bar.sync 1, %0; }" ::"r"(n), "r"((unsigned)whole) : "memory");
        if (__builtin_expect(!whole, 0))
            wait(at, arrive(at));
    }
};
// The same with the 1024-arrivals word of today, which needs no start for each size.
struct fixed_kept : raw {
    unsigned mine;
    __device__ fixed_kept(unsigned n) : raw{n, kept(n % 32 == 0) != 0, kept(address())}, mine(threadIdx.x == 0 ? 1025 - n : 1) {}
    __device__ static void ready(unsigned) { init(1024); }
    __device__ void barrier() const
    {
        if (__builtin_expect(whole, 1))
            named(n);
        else
            wait(at, arrive(at, mine));
    }
};
// Two arrivals of thread 0: an instruction of its own for those who are not there.
struct fixed_two : raw {
    __device__ fixed_two(unsigned n) : raw{n, kept(n % 32 == 0) != 0, kept(address())} {}
    __device__ static void ready(unsigned) { init(1024); }
    __device__ void barrier() const
    {
        if (__builtin_expect(whole, 1)) {
            named(n);
        } else {
            if (threadIdx.x == 0)
                asm volatile("{ .reg .b64 t; mbarrier.arrive.noComplete.shared.b64 t, [%0], %1; }" ::"r"(at), "r"(1024 - n) : "memory");
            wait(at, arrive(at));
        }
    }
};
// One arrival a warp; all its lanes wait, by the parity that each counts.
struct warp_arrives : raw {
    unsigned lanes;
    mutable unsigned parity;
    __device__ warp_arrives(unsigned n) : raw{n, kept(n % 32 == 0) != 0, kept(address())}, lanes(lanes_of(n)), parity(0) {}
    __device__ static void ready(unsigned n) { init((n + 31) / 32); }
    __device__ void barrier() const
    {
        if (__builtin_expect(whole, 1)) {
            named(n);
        } else {
            __syncwarp(lanes);
            if (threadIdx.x % 32 == 0)
                arrive(at);
            wait_parity(at, parity);
            parity ^= 1;
        }
    }
};
// One arrival a warp, whose state goes to all of its lanes.
struct warp_shuffles : raw {
    unsigned lanes;
    __device__ warp_shuffles(unsigned n) : raw{n, kept(n % 32 == 0) != 0, kept(address())}, lanes(lanes_of(n)) {}
    __device__ static void ready(unsigned n) { init((n + 31) / 32); }
    __device__ void barrier() const
    {
        if (__builtin_expect(whole, 1)) {
            named(n);
        } else {
            unsigned long long phase = 0;
            __syncwarp(lanes);
            if (threadIdx.x % 32 == 0)
                phase = arrive(at);
            wait(at, __shfl_sync(lanes, phase, 0));
        }
    }
};
// One lane arrives and waits.
struct warp_waits : raw {
    unsigned lanes;
    __device__ warp_waits(unsigned n) : raw{n, kept(n % 32 == 0) != 0, kept(address())}, lanes(lanes_of(n)) {}
    __device__ static void ready(unsigned n) { init((n + 31) / 32); }
    __device__ void barrier() const
    {
        if (__builtin_expect(whole, 1)) {
            named(n);
        } else {
            __syncwarp(lanes);
            if (threadIdx.x % 32 == 0)
                wait(at, arrive(at));
            __syncwarp(lanes);
        }
    }
};

__device__ __forceinline__ bool tried(unsigned at, unsigned long long phase)
{
    unsigned done;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(at), "l"(phase) : "memory");
    return done != 0;
}
__device__ __forceinline__ void wait_peeled(unsigned at, unsigned long long phase)
{
    if (__builtin_expect(!tried(at, phase), 0))
        while (!tried(at, phase));
}
// All in one piece of assembly.
__device__ __forceinline__ void wait_asm(unsigned at, unsigned long long phase)
{
    asm volatile("{ .reg .pred p; again: mbarrier.try_wait.shared.b64 p, [%0], %1; @!p bra again; }" ::"r"(at), "l"(phase) : "memory");
}
struct mbarrier_peeled : raw {
    __device__ mbarrier_peeled(unsigned n) : raw{n} {}
    __device__ void barrier() const { wait_peeled(address(), arrive(address())); }
};
struct mbarrier_asm : raw {
    __device__ mbarrier_asm(unsigned n) : raw{n} {}
    __device__ void barrier() const { wait_asm(address(), arrive(address())); }
};
struct peeled : raw {
    __device__ peeled(unsigned n) : raw{0, false, kept(n % 32 == 0 ? n : address())} {}
    __device__ void barrier() const
    {
        if (__builtin_expect(at <= 1024, 1))
            named(at);
        else
            wait_peeled(at, arrive(at));
    }
};
struct in_assembly : raw {
    __device__ in_assembly(unsigned n) : raw{0, false, kept(n % 32 == 0 ? n : address())} {}
    __device__ void barrier() const
    {
        if (__builtin_expect(at <= 1024, 1))
            named(at);
        else
            wait_asm(at, arrive(at));
    }
};
struct all_assembly : raw {
    __device__ all_assembly(unsigned n) : raw{0, false, kept(n % 32 == 0 ? n : address())} {}
    __device__ void barrier() const
    {
        asm volatile("{ .reg .pred p, q; .reg .b64 s; setp.gt.u32 p, %0, 1024; @p bra.uni part; bar.sync 1, %0; bra.uni done;\n"
                     "part: mbarrier.arrive.shared.b64 s, [%0];\n"
                     "again: mbarrier.try_wait.shared.b64 q, [%0], s; @!q bra again;\n"
                     "done: }" ::"r"(at) : "memory");
    }
};
// Partial first in the text.
struct partial_first : raw {
    __device__ partial_first(unsigned n) : raw{0, false, kept(n % 32 == 0 ? n : address())} {}
    __device__ void barrier() const
    {
        asm volatile("{ .reg .pred p, q; .reg .b64 s; setp.le.u32 p, %0, 1024; @p bra.uni whole;\n"
                     "mbarrier.arrive.shared.b64 s, [%0];\n"
                     "again: mbarrier.try_wait.shared.b64 q, [%0], s; @!q bra again; bra.uni done;\n"
                     "whole: bar.sync 1, %0;\n"
                     "done: }" ::"r"(at) : "memory");
    }
};
struct predicated_one : raw {
    __device__ predicated_one(unsigned n) : raw{0, false, kept(n % 32 == 0 ? n : address())} {}
    __device__ void barrier() const
    {
        asm volatile("{ .reg .pred p, q; .reg .b64 s; setp.le.u32 p, %0, 1024; @p bar.sync 1, %0; @p bra.uni done;\n"
                     "mbarrier.arrive.shared.b64 s, [%0];\n"
                     "again: mbarrier.try_wait.shared.b64 q, [%0], s; @!q bra again;\n"
                     "done: }" ::"r"(at) : "memory");
    }
};

// What parts of warps do is a call.
__device__ __noinline__ void partial_call(unsigned n)
{
    if (n < 32) {
        __syncwarp((1u << n) - 1);
        return;
    }
    wait(address(), arrive(address(), threadIdx.x == 0 ? 1025 - n : 1));
}
struct called_at : raw {
    __device__ called_at(unsigned n) : raw{n, n % 32 == 0} {}
    __device__ static void ready(unsigned) { init(1024); }
    __device__ void barrier() const
    {
        if (__builtin_expect(n % 32 == 0, 1))
            named(n);
        else
            partial_call(n);
    }
};
struct called_first : raw {
    __device__ called_first(unsigned n) : raw{n, n % 32 == 0} {}
    __device__ static void ready(unsigned) { init(1024); }
    __device__ void barrier() const
    {
        if (__builtin_expect(n % 32 != 0, 0)) {
            partial_call(n);
            return;
        }
        named(n);
    }
};
// One version of the code for each kind.
struct version_whole : raw {
    __device__ version_whole(unsigned n) : raw{n} {}
    __device__ void barrier() const { named(n); }
};
struct version_part : raw {
    unsigned mine;
    __device__ version_part(unsigned n) : raw{n, false, kept(address())}, mine(threadIdx.x == 0 ? 1025 - n : 1) {}
    __device__ static void ready(unsigned) { init(1024); }
    __device__ void barrier() const
    {
        if (n < 32)
            __syncwarp((1u << n) - 1);
        else
            wait(at, arrive(at, mine));
    }
};
template <bool> __global__ void versions(unsigned *cycles, unsigned n)
{
    __shared__ volatile unsigned size;
    if (threadIdx.x == 0) {
        init(1024);
        size = n;
    }
    __syncthreads();
    const unsigned mine = size;
    auto region = [&](auto b) {
        if (threadIdx.x < mine)
            measure(cycles, [&] { b.barrier(); }, threadIdx.x == 0);
    };
    if (mine % 32 == 0)
        region(version_whole(mine));
    else
        region(version_part(mine));
    __syncthreads();
}
struct lanes_only : raw {
    unsigned lanes;
    __device__ lanes_only(unsigned n) : raw{n}, lanes(kept(lanes_of(n))) {}
    __device__ void barrier() const { __syncwarp(lanes); }
};

template <class B> __global__ void barriers(unsigned *cycles, unsigned n)
{
    __shared__ volatile unsigned size;
    if (threadIdx.x == 0) {
        B::ready(n);
        size = n;
    }
    __syncthreads();
    const B b(size);
    if (threadIdx.x < b.n || threadIdx.x < size)
        measure(cycles, [&] { b.barrier(); }, threadIdx.x == 0);
    __syncthreads();
}

// Idle lanes of the last warp take part: a named barrier for any n, whose last round a vote tells.
template <bool vote> __global__ void shadows(unsigned *cycles, unsigned n)
{
    __shared__ volatile unsigned size, over;
    if (threadIdx.x == 0) {
        size = n;
        over = 0;
    }
    __syncthreads();
    const unsigned mine = size, count = (mine + 31) / 32 * 32;
    auto meet = [&](bool last) {
        unsigned any = 0;
        if (vote) {
            asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; barrier.red.or.pred q, 1, %2, p; selp.u32 %0, 1, 0, q; }"
                         : "=r"(any) : "r"((unsigned)last), "r"(count) : "memory");
        } else {
            asm volatile("barrier.sync 1, %0;" ::"r"(count) : "memory");
        }
        return any != 0;
    };
    if (threadIdx.x < mine) {
        measure(cycles, [&] { meet(false); }, threadIdx.x == 0);
        over = 1;
        meet(true);
    } else if (threadIdx.x < count) {
        while (vote ? !meet(false) : (meet(false), !over));
    }
    __syncthreads();
}

template <class... B> static void barrier_table(const char *what, std::initializer_list<unsigned> sizes, std::initializer_list<const char *> names)
{
    printf("%s\n%7s", what, "n");
    for (const char *name : names)
        printf(" %16s", name);
    printf("\n");
    for (unsigned n : sizes) {
        printf("%7u", n);
        for (double c : {median(barriers<B>, 1024, n)...})
            printf(" %16.1f", c);
        printf("\n");
    }
}

static void named_group()
{
    barrier_table<raw_named, raw_immediate_id, as_is, branch, branch_kept, one_register, predicated, fixed_kept, fixed_two, warp_arrives, warp_shuffles, warp_waits>(
        "whole warps", {32, 64, 96, 256, 512, 992},
        {"raw", "raw, id in reg", "as is", "branch", "branch, kept", "one register", "predicated", "fixed, kept", "fixed, two", "warp arrives", "warp shuffles", "warp waits"});
}
static void partial_group()
{
    barrier_table<raw_mbarrier, as_is, branch, branch_kept, one_register, predicated, fixed_kept, fixed_two, warp_arrives, warp_shuffles, warp_waits>(
        "parts of warps", {33, 95, 250, 500, 991},
        {"raw", "as is", "branch", "branch, kept", "one register", "predicated", "fixed, kept", "fixed, two", "warp arrives", "warp shuffles", "warp waits"});
}
static void lanes_group()
{
    barrier_table<raw_mbarrier, as_is, lanes_only>("lanes", {2, 5, 31}, {"raw mbarrier", "as is", "lanes, kept"});
}
template <bool vote> static void shadow_group()
{
    for (unsigned n : {33u, 95u, 250u, 500u, 991u})
        printf("%7u idle lanes take part, %s: %.1f\n", n, vote ? "vote" : "word", median(shadows<vote>, 1024, n));
}

// ---- Fork and join of an empty region.

__device__ __forceinline__ void opaque() { asm volatile("" ::: "memory"); }
__device__ __noinline__ void called() { asm volatile("" ::: "memory"); }
__device__ __forceinline__ void all() { asm volatile("bar.sync 0;" ::: "memory"); }
__device__ __forceinline__ void counted() { asm volatile("bar.sync 0, %0;" ::"r"(blockDim.x) : "memory"); }
__device__ __forceinline__ bool vote(bool mine)
{
    unsigned any;
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.or.pred q, 0, p; selp.u32 %0, 1, 0, q; }" : "=r"(any) : "r"((unsigned)mine) : "memory");
    return any != 0;
}

enum kind { bare, bare_counted, bare_call, bare_trips, one_word, one_word_counted, two_words, word_volatile, word_call, votes, votes_counted };
template <int k> __global__ void forks(unsigned *cycles, unsigned region, int trips, bool single_clock)
{
    __shared__ unsigned word, size;
    const unsigned workers = blockDim.x - 32;
    if (threadIdx.x < workers) {
        if (k == bare || k == bare_counted || k == bare_call) {
#pragma unroll 1
            for (int r = 0; r < batch * batches; r++) {
                k == bare_counted ? counted() : all();
                k == bare_call ? called() : opaque();
                k == bare_counted ? counted() : all();
            }
        } else if (k == bare_trips) { // as many as a word says that is read at the start
#pragma unroll 1
            for (int r = 0; r < trips; r++) {
                all();
                if (threadIdx.x < region + 1023)
                    called();
                all();
            }
        } else if (k == votes) {
            while (!vote(false)) {
                opaque();
                all();
            }
        } else if (k == votes_counted) {
            while (!romp::fork_barrier_or(false)) {
                opaque();
                counted();
            }
        } else {
            for (;;) {
                k == one_word_counted ? counted() : all();
                const unsigned r = k == word_volatile ? *(volatile unsigned *)&word : word;
                if (r == ~0u)
                    return;
                if (k != two_words || threadIdx.x < size)
                    k == word_call ? called() : opaque();
                k == one_word_counted ? counted() : all();
            }
        }
        return;
    }
    if (threadIdx.x != workers)
        return;
    auto round = [&] {
        if (k == votes) {
            vote(false);
            all();
        } else if (k == votes_counted) {
            romp::fork_barrier_or(false);
            counted();
        } else {
            if (k != bare && k != bare_counted && k != bare_call && k != bare_trips)
                word = region;
            if (k == two_words)
                size = workers;
            k == bare_counted || k == one_word_counted ? counted() : all();
            k == bare_counted || k == one_word_counted ? counted() : all();
        }
    };
    if (single_clock) {
        // A clock around each round, times `batch` for the reader.
        for (int i = 0; i < batch; i++)
            for (int b = 0; b < batches; b++) {
                const long long start = clock64();
                round();
                cycles[b] = (unsigned)(clock64() - start) * batch;
            }
    } else {
        measure(cycles, round);
    }
    word = ~0u;
    if (k == votes)
        vote(true);
    else if (k == votes_counted)
        romp::fork_barrier_or(true);
    else if (k >= one_word)
        k == one_word_counted ? counted() : all();
}

template <int... k> static void fork_table(std::initializer_list<const char *> names, bool single_clock)
{
    printf("an empty region%s\n%7s", single_clock ? ", a clock around each" : "", "workers");
    for (const char *name : names)
        printf(" %16s", name);
    printf("\n");
    for (unsigned workers : {32u, 96u, 256u, 512u, 992u}) {
        printf("%7u", workers);
        for (double c : {median(forks<k>, workers + 32, 1u, (int)(batch * batches), single_clock)...})
            printf(" %16.1f", c);
        printf("\n");
    }
}
static void fork_group()
{
    for (bool single_clock : {false, true})
        fork_table<bare, bare_counted, bare_call, bare_trips, one_word, one_word_counted, two_words, word_volatile, word_call, votes, votes_counted>(
            {"bare", "counted", "region called", "trips, size", "word", "word, counted", "two words", "volatile word", "word, called", "vote", "vote, counted"}, single_clock);
}

// ---- A block's reduction of a double.

namespace stages {

template <class A, class V> __device__ __forceinline__ V full(const A &all, V value)
{
#pragma unroll
    for (unsigned distance = 16; distance > 0; distance /= 2)
        value = all.merge(value, all.from_lane(~0u, value, distance));
    return value;
}

// how: 0 as the header's; 1 the second stage unrolled; 2 and no step without a warp; 3 four slots a lane
template <int how, class A, class V> __device__ __forceinline__ V combine(const A &all, unsigned count, V value)
{
    const unsigned me = threadIdx.x, lane = me % 32, warp = me / 32, first = me - lane;
    const unsigned in_warp = count > first ? (count - first < 32 ? count - first : 32) : 0;
    if (lane < in_warp)
        value = romp::detail::warp_combine(all, in_warp, lane, value);
    if (count <= 32)
        return value;
    if (lane == 0 && in_warp > 0)
        romp::detail::reduction_slots<V>.of[warp] = value;
    __syncthreads();
    const unsigned warps = (count + 31) / 32;
    if (how == 0) {
        if (me < warps)
            value = romp::detail::warp_combine(all, warps, lane, romp::detail::reduction_slots<V>.of[me]);
    } else if (how <= 2) {
        if (me < 32) {
            value = romp::detail::reduction_slots<V>.of[me];
#pragma unroll
            for (unsigned distance = 16; distance > 0; distance /= 2) {
                if (how == 2 && distance >= warps)
                    continue;
                const V other = all.from_lane(~0u, value, distance);
                if (lane + distance < warps)
                    value = all.merge(value, other);
            }
        }
    } else {
        if (me < 32) {
            const V *slots = romp::detail::reduction_slots<V>.of;
            const unsigned from = lane % 8;
            value = slots[from];
#pragma unroll
            for (unsigned i = 1; i < 4; i++) {
                const V other = slots[from + 8 * i];
                if (from + 8 * i < warps)
                    value = all.merge(value, other);
            }
#pragma unroll
            for (unsigned distance = 4; distance > 0; distance /= 2) {
                const V other = all.from_lane(~0u, value, distance);
                if (lane + distance < warps)
                    value = all.merge(value, other);
            }
        }
    }
    return value;
}
} // namespace stages

template <int how, bool early> __global__ void __launch_bounds__(992) block_ours(double *sum_dev, unsigned *clocks)
{
    double mine = threadIdx.x;
    const long long start = clock64();
    for (int round = 0; round < 1000; round++) {
        const auto item = romp::plus(*sum_dev, mine);
        const auto all = romp::detail::gather(item);
        double before = 0;
        if (early && threadIdx.x == 0)
            before = *sum_dev;
        const auto total = stages::combine<how>(all, blockDim.x, all.load());
        if (threadIdx.x == 0) {
            if (early)
                *sum_dev = before + total.first;
            else
                all.finish(all.before(), total);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *clocks = (unsigned)(clock64() - start) / 1000;
}

__global__ void __launch_bounds__(992) block_header(double *sum_dev, unsigned *clocks)
{
    double mine = threadIdx.x;
    const long long start = clock64();
    for (int round = 0; round < 1000; round++) {
        romp::reduce(romp::plus(*sum_dev, mine));
        romp::team_barrier();
    }
    if (threadIdx.x == 0)
        *clocks = (unsigned)(clock64() - start) / 1000;
}
__global__ void __launch_bounds__(992) block_header_constant(double *sum_dev, unsigned *clocks)
{
    double mine = threadIdx.x;
    const long long start = clock64();
    for (int round = 0; round < 1000; round++) {
        romp::reduce(romp::team_of<992>(), romp::plus(*sum_dev, mine));
        romp::team_barrier();
    }
    if (threadIdx.x == 0)
        *clocks = (unsigned)(clock64() - start) / 1000;
}

template <bool early, cub::BlockReduceAlgorithm how> __global__ void __launch_bounds__(992) block_cub(double *sum, unsigned *clocks)
{
    using reduce = cub::BlockReduce<double, 992, how>;
    __shared__ typename reduce::TempStorage storage;
    double mine = threadIdx.x;
    const long long start = clock64();
    for (int round = 0; round < 1000; round++) {
        double before = 0;
        if (early && threadIdx.x == 0)
            before = *sum;
        const double total = reduce(storage).Sum(mine);
        if (threadIdx.x == 0)
            *sum = (early ? before : *sum) + total;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *clocks = (unsigned)(clock64() - start) / 1000;
}

template <class K> static void block_row(const char *what, K kernel)
{
    double *sum, host;
    unsigned clocks, best = ~0u;
    ok(cudaMalloc(&sum, sizeof *sum));
    for (int i = 0; i < 5; i++) {
        ok(cudaMemset(sum, 0, sizeof *sum));
        kernel<<<1, 992>>>(sum, cycles);
        ok(cudaDeviceSynchronize());
        ok(cudaMemcpy(&clocks, cycles, sizeof clocks, cudaMemcpyDeviceToHost));
        ok(cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost));
        best = std::min(best, clocks);
    }
    printf("%-44s %6u cycles%s\n", what, best, host == 991.0 * 992 / 2 * 1000 ? "" : "   WRONG");
    ok(cudaFree(sum));
}

static void block_group()
{
    block_row("cub, warp reductions", block_cub<false, cub::BLOCK_REDUCE_WARP_REDUCTIONS>);
    block_row("cub, warp reductions, original read early", block_cub<true, cub::BLOCK_REDUCE_WARP_REDUCTIONS>);
    block_row("cub, raking", block_cub<false, cub::BLOCK_REDUCE_RAKING>);
    block_row("header", block_header);
    block_row("header, team_of<992>", block_header_constant);
    block_row("as the header", block_ours<0, false>);
    block_row("as the header, early", block_ours<0, true>);
    block_row("unrolled", block_ours<1, false>);
    block_row("unrolled, early", block_ours<1, true>);
    block_row("unrolled, no empty step, early", block_ours<2, true>);
    block_row("four slots a lane, early", block_ours<3, true>);
}

int main(int count, char **words)
{
    setvbuf(stdout, nullptr, _IONBF, 0);
    ok(cudaMalloc(&cycles, sizeof(unsigned) * 2 * batches));
    const char *group = count > 1 ? words[1] : "";
    if (!strcmp(group, "named")) named_group();
    else if (!strcmp(group, "partial")) partial_group();
    else if (!strcmp(group, "lanes")) lanes_group();
    else if (!strcmp(group, "fork")) fork_group();
    else if (!strcmp(group, "block")) block_group();
    else if (!strcmp(group, "shadow-vote")) shadow_group<true>();
    else if (!strcmp(group, "shadow-word")) shadow_group<false>();
    else return printf("named, partial, lanes, fork, block, shadow-vote or shadow-word\n"), 2;
    return 0;
}
