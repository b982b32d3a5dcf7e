// romp/cuda_backend.cuh: thread ids, barriers and clocks as nvcc compiles them. All inline PTX is here.
#ifndef ROMP_CUDA_BACKEND_CUH
#define ROMP_CUDA_BACKEND_CUH

#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <utility>

#define ROMP_FN __device__ __forceinline__
// Longer ones, which only the emulated device keeps apart.
#define ROMP_CODE ROMP_FN

namespace romp {

ROMP_FN unsigned team() { return blockIdx.x; }
ROMP_FN unsigned teams() { return gridDim.x; }
ROMP_FN unsigned thread() { return threadIdx.x; }
ROMP_FN unsigned threads() { return blockDim.x; }

// Storage of the block that functions of every file share, at namespace scope: `name()` is the variable.
// A template, so that the files' definitions are one where nvlink joins them, and none where unused.
#define ROMP_TEAM_STORAGE(type, name)                                                                  \
    template <class> __shared__ type name##_of_block;                                                  \
    ROMP_FN type &name() { return name##_of_block<void>; }

// Where a barrier stands in the source: only the emulated device tells it.
struct source_place {};

// Every thread of the team arrives before any goes on; memory is consistent among them.
ROMP_FN void team_barrier(source_place = {}) { __syncthreads(); }

// The two ends of a parallel region, where a master and its workers meet: all threads of the block that
// have not returned. Barriers with a count, since lanes of the master's warp have. With ROMP_ONE_WAY who
// only tells the others does not wait for them.
ROMP_FN void fork_wait(source_place = {}) { asm volatile("bar.sync 0, %0;" ::"r"(threads()) : "memory"); }
#ifdef ROMP_ONE_WAY
ROMP_FN void fork_signal(source_place = {}) { asm volatile("bar.arrive 0, %0;" ::"r"(threads()) : "memory"); }
ROMP_FN void join_signal(source_place = {})
{
    // A warp arrives as a whole: lanes that had no part in the region wait for those that have.
    __syncwarp();
    asm volatile("bar.arrive 2, %0;" ::"r"(threads()) : "memory");
}
ROMP_FN void join_wait(source_place = {}) { asm volatile("bar.sync 2, %0;" ::"r"(threads()) : "memory"); }
#else
ROMP_FN void fork_signal(source_place = {}) { fork_wait(); }
ROMP_FN void join_signal(source_place = {}) { fork_wait(); }
ROMP_FN void join_wait(source_place = {}) { fork_wait(); }
#endif
// A fork that also says whether any thread gave `true`.
ROMP_FN bool fork_barrier_or(bool mine, source_place = {})
{
    unsigned any;
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.or.pred q, 0, %2, p; selp.u32 %0, 1, 0, q; }"
                 : "=r"(any)
                 : "r"((unsigned)mine), "r"(threads())
                 : "memory");
    return any != 0;
}

// The first n threads of the block, n a multiple of 32. The others may wait at barrier 0 meanwhile.
ROMP_FN void warps_barrier(unsigned n, source_place = {}) { asm volatile("bar.sync 1, %0;" ::"r"(n) : "memory"); }

// The first n threads of the block, n at most 32.
ROMP_FN void lanes_barrier(unsigned n, source_place = {}) { __syncwarp(n < 32 ? (1u << n) - 1 : ~0u); }

// The first n threads of the block, any n below 1024. A warp some of whose lanes stay away must not use a
// named barrier (it traps or hangs), so these count arrivals in shared memory. One word serves every n,
// one after the other, and is made ready once a kernel, before a barrier of the block.
ROMP_TEAM_STORAGE(unsigned long long, partial_barrier_word)

#if __CUDA_ARCH__ >= 800 && !defined(ROMP_COUNTED_BARRIER)
// An mbarrier that always expects 1024: thread 0 arrives for those who are not there.
ROMP_FN void ready_partial_barrier()
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(&partial_barrier_word());
    asm volatile("mbarrier.init.shared.b64 [%0], 1024;" ::"r"(at) : "memory");
}

ROMP_FN void partial_barrier(unsigned n, source_place = {})
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(&partial_barrier_word());
    unsigned long long phase;
#if __CUDA_ARCH__ >= 900
    const unsigned mine = thread() == 0 ? 1025 - n : 1;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;" : "=l"(phase) : "r"(at), "r"(mine) : "memory");
#else
    if (thread() == 0)
        asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;" : "=l"(phase) : "r"(at), "r"(1024 - n) : "memory");
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(at) : "memory");
#endif
    unsigned done;
    do
#if __CUDA_ARCH__ >= 900
        asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
#else
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
#endif
                     : "=r"(done)
                     : "r"(at), "l"(phase)
                     : "memory");
    while (!done);
}
#else
// Arrivals in the low half, the generation in the high half; the last one to arrive moves on both.
ROMP_FN void ready_partial_barrier() { *(volatile unsigned *)&partial_barrier_word() = 0; }

ROMP_FN void partial_barrier(unsigned n, source_place = {})
{
    unsigned *const word = (unsigned *)&partial_barrier_word();
    __threadfence_block();
    const unsigned before = atomicAdd(word, 1);
    if ((before & 0xffff) == n - 1)
        atomicAdd(word, 0x10000 - n);
    else
        while (((*(volatile unsigned *)word ^ before) >> 16) == 0);
    __threadfence_block();
}
#endif

// The same for lanes of one warp that stand at different places of the program, whatever n is: arrivals are
// counted thread by thread.
ROMP_FN void scattered_barrier(unsigned n, source_place = {})
{
#if __CUDA_ARCH__ >= 800 && !defined(ROMP_COUNTED_BARRIER)
    if (n == 1024) {
        asm volatile("barrier.sync 1, 1024;" ::: "memory");
        return;
    }
#endif
    partial_barrier(n);
}

// Says what a kernel cannot go on without, and ends it.
inline __device__ __noinline__ void fail(const char *what)
{
    printf("romp: team %u, thread %u: %s\n", team(), thread(), what);
    __trap();
}

// One turn of a loop that waits for what another thread will write.
ROMP_FN void spin() { __nanosleep(32); }

// What this thread has written is seen by all of the device before what it writes next.
ROMP_FN void fence() { __threadfence(); }

// The same for the other threads of its team.
ROMP_FN void team_fence() { __threadfence_block(); }

// Threads of the device run by themselves, also while others wait for them.
ROMP_FN void let_others_run() {}

// A variable of file scope that all files of a program have in common.
#ifdef __CUDACC_RDC__
#define ROMP_COMMON inline __device__
#else
#define ROMP_COMMON static __device__
#endif

// Atomic accesses to words of 1, 2, 4 and 8 bytes. A thread's own memory (its stack) is out of reach of
// the instructions, and of other threads.
namespace atomics {

constexpr bool native_float_add = true;
constexpr bool native_min_max = true;

template <class T> ROMP_FN T load(T *at) { return *(volatile T *)at; }
template <class T> ROMP_FN void store(T *at, T value) { *(volatile T *)at = value; }

template <class W> ROMP_FN W compare_and_swap(W *at, W expected, W value)
{
    if (__isLocal(at)) {
        const W old = *at;
        if (old == expected)
            *at = value;
        return old;
    }
    if constexpr (sizeof(W) == 1) {
        // The aligned word around it: its other bytes are written back only where nobody changed them.
        unsigned *const word = (unsigned *)((uintptr_t)at & ~(uintptr_t)3);
        const unsigned shift = 8 * ((uintptr_t)at & 3), mask = 0xffu << shift;
        unsigned seen = *(volatile unsigned *)word;
        for (;;) {
            const W old = (W)(seen >> shift);
            if (old != expected)
                return old;
            const unsigned found = atomicCAS(word, seen, (seen & ~mask) | (unsigned)value << shift);
            if (found == seen)
                return old;
            seen = found;
        }
    } else {
        return atomicCAS(at, expected, value);
    }
}

template <class W> ROMP_FN W exchange(W *at, W value)
{
    if constexpr (sizeof(W) < 4) {
        W seen = load(at);
        for (;;) {
            const W found = compare_and_swap(at, seen, value);
            if (found == seen)
                return found;
            seen = found;
        }
    } else {
        if (__isLocal(at)) {
            const W old = *at;
            *at = value;
            return old;
        }
        return atomicExch(at, value);
    }
}

#define ROMP_NATIVE_(name, function, expression)              \
    template <class T> ROMP_FN T fetch_##name(T *at, T e)     \
    {                                                         \
        if (__isLocal(at)) {                                  \
            const T x = *at;                                  \
            *at = expression;                                 \
            return x;                                         \
        }                                                     \
        return function(at, e);                               \
    }
ROMP_NATIVE_(add, atomicAdd, x + e)
ROMP_NATIVE_(and_, atomicAnd, x & e)
ROMP_NATIVE_(or_, atomicOr, x | e)
ROMP_NATIVE_(xor_, atomicXor, x ^ e)
#undef ROMP_NATIVE_

// `long` is one of the instructions' two types.
template <class T> struct ordinal {
    using whole = typename std::conditional<sizeof(T) == 4, int, long long>::type;
    using type = typename std::conditional<std::is_signed<T>::value, whole, typename std::make_unsigned<whole>::type>::type;
};

template <class T> ROMP_FN T fetch_min(T *at, T e)
{
    if (__isLocal(at)) {
        const T old = *at;
        *at = e < old ? e : old;
        return old;
    }
    using O = typename ordinal<T>::type;
    return (T)atomicMin((O *)at, (O)e);
}

template <class T> ROMP_FN T fetch_max(T *at, T e)
{
    if (__isLocal(at)) {
        const T old = *at;
        *at = old < e ? e : old;
        return old;
    }
    using O = typename ordinal<T>::type;
    return (T)atomicMax((O *)at, (O)e);
}

} // namespace atomics

// The value that the lane `distance` further on has; all of `lanes` call it. Any trivial type, word by word.
template <class T> ROMP_FN T shuffle_down(unsigned lanes, T value, unsigned distance)
{
    static_assert(std::is_trivially_copyable<T>::value, "only plain data is shuffled");
    constexpr unsigned words = (sizeof(T) + 3) / 4;
    unsigned word[words] = {};
    memcpy(word, &value, sizeof(T));
#pragma unroll
    for (unsigned i = 0; i < words; i++)
        word[i] = __shfl_down_sync(lanes, word[i], distance);
    memcpy(&value, word, sizeof(T));
    return value;
}

// The same for the lane `distance` before, and for lane number `lane`.
template <class T> ROMP_FN T shuffle_up(unsigned lanes, T value, unsigned distance)
{
    static_assert(std::is_trivially_copyable<T>::value, "only plain data is shuffled");
    constexpr unsigned words = (sizeof(T) + 3) / 4;
    unsigned word[words] = {};
    memcpy(word, &value, sizeof(T));
#pragma unroll
    for (unsigned i = 0; i < words; i++)
        word[i] = __shfl_up_sync(lanes, word[i], distance);
    memcpy(&value, word, sizeof(T));
    return value;
}
template <class T> ROMP_FN T shuffle_from(unsigned lanes, T value, unsigned lane)
{
    static_assert(std::is_trivially_copyable<T>::value, "only plain data is shuffled");
    constexpr unsigned words = (sizeof(T) + 3) / 4;
    unsigned word[words] = {};
    memcpy(word, &value, sizeof(T));
#pragma unroll
    for (unsigned i = 0; i < words; i++)
        word[i] = __shfl_sync(lanes, word[i], lane);
    memcpy(&value, word, sizeof(T));
    return value;
}

// A bit for each of `lanes`: whether it gave `true`. All of them call it.
ROMP_FN unsigned ballot(unsigned lanes, bool mine) { return __ballot_sync(lanes, mine); }

// The number of the lowest bit that is set.
ROMP_FN unsigned lowest_bit(unsigned bits) { return __ffs((int)bits) - 1; }

// 16 bytes that other threads of the device see change at once, in no order with other memory.
struct alignas(16) pair_of_words {
    unsigned long long first, second;
};
#if __CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 4)
constexpr bool pairs_are_atomic = true;
ROMP_FN pair_of_words load_pair(const pair_of_words *at)
{
    pair_of_words pair;
    asm volatile("{ .reg .b128 both; ld.relaxed.gpu.b128 both, [%2]; mov.b128 {%0, %1}, both; }"
                 : "=l"(pair.first), "=l"(pair.second)
                 : "l"(at)
                 : "memory");
    return pair;
}
ROMP_FN void store_pair(pair_of_words *at, pair_of_words pair)
{
    asm volatile("{ .reg .b128 both; mov.b128 both, {%1, %2}; st.relaxed.gpu.b128 [%0], both; }" ::"l"(at), "l"(pair.first),
                 "l"(pair.second)
                 : "memory");
}
#else
constexpr bool pairs_are_atomic = false;
ROMP_FN pair_of_words load_pair(const pair_of_words *at) { return *at; }
ROMP_FN void store_pair(pair_of_words *at, pair_of_words pair) { *at = pair; }
#endif

// Counts a counter that all teams share up and returns what it was; what the team wrote before can be read
// by whoever sees the count, after a barrier by all threads of its team.
ROMP_FN unsigned take_ticket(unsigned *at)
{
    __threadfence();
    const unsigned ticket = atomicAdd(at, 1u);
    __threadfence();
    return ticket;
}

// What the device's ICVs are before a program changes them; the runtime writes it, as the device's number.
struct device_icvs {
    unsigned schedule; // run-sched-var: its kind and chunk
    int chunk;
    unsigned cancellation; // cancel-var
};

// The OpenMP device number; the runtime writes it when it loads the image. Files that nvlink joins may
// each define a template; in a whole program a template would be local, and the driver could not find it.
#ifdef __CUDACC_RDC__
template <class> __device__ int device_number_of_image = 0;
ROMP_FN int device_number() { return device_number_of_image<void>; }
template <class> __device__ device_icvs icvs_of_image = {1, 1, 0};
ROMP_FN device_icvs icvs() { return icvs_of_image<void>; }
#else
// Outside the namespace: nvcc's host part names it so.
} // namespace romp
extern "C" {
__device__ int romp_device_number = 0;
__device__ romp::device_icvs romp_device_icvs = {1, 1, 0};
}
namespace romp {
ROMP_FN int device_number() { return romp_device_number; }
ROMP_FN device_icvs icvs() { return romp_device_icvs; }
#endif

ROMP_FN double wtime()
{
    unsigned long long nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return (double)nanoseconds * 1e-9;
}

// The global timer's resolution is the driver's choice; a microsecond is what it promises.
ROMP_FN double wtick() { return 1e-6; }

} // namespace romp
#endif
