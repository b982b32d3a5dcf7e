// romp/cuda_backend.cuh: thread ids, memory and clocks as nvcc compiles them. All inline PTX is here and in
// romp/cuda_barriers.cuh.
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
// In front of functions that are too long to copy into each caller on the emulated device; nvcc inlines them, too.
#define ROMP_CODE ROMP_FN

namespace romp {

ROMP_FN unsigned team() { return blockIdx.x; }
ROMP_FN unsigned teams() { return gridDim.x; }
ROMP_FN unsigned thread() { return threadIdx.x; }
ROMP_FN unsigned threads() { return blockDim.x; }

// For kernels whose blocks may have several teams, of one warp each: a team is a row of its block. Such kernels ask for no
// other ids of teams.
ROMP_FN unsigned team_of_rows() { return blockIdx.x * blockDim.y + threadIdx.y; }
ROMP_FN unsigned teams_of_rows() { return gridDim.x * blockDim.y; }

// For kernels whose grid and blocks have the dimensions of a nest of loops (romp/nests.cuh): where in the whole
// grid, in blocks, this launch begins. A grid above CUDA's limits takes several launches. Such kernels ask for no
// other ids.
struct grid_part {
    unsigned x, y, z;
    // So many threads of each row come before the one that executes the innermost loop's first iteration: the warps'
    // iterations then begin at multiples of 32 of the loop's variable, and access whole lines of memory.
    unsigned before;
    // How many iterations of the outermost loop each thread executes, where the kernel says that they may be several.
    unsigned turns;
    // The number, modulo 2^32, of the iteration along x that the launch's first thread executes: as `x` and `before` say.
    unsigned first;
};
// The number of the block's first thread along a dimension, counted in the type C; along x, of that thread's iteration,
// modulo 2^32 or 2^64. It is below the number of iterations, unless there are none, so that it fits where they do; those
// of the block's last threads along y and z may not.
template <class C> ROMP_FN C grid_first_x(grid_part p)
{
    // Most loops are counted in 32 bits: one multiplication with addition, since kernels run as long as it takes to start.
    if (sizeof(C) == 4)
        return blockIdx.x * blockDim.x + p.first;
    return (C)(p.x + blockIdx.x) * blockDim.x - p.before;
}
template <class C> ROMP_FN C grid_begin_y(grid_part p) { return (C)(p.y + blockIdx.y) * blockDim.y; }
template <class C> ROMP_FN C grid_begin_z(grid_part p) { return p.z + blockIdx.z; }
ROMP_FN unsigned thread_x() { return threadIdx.x; }
ROMP_FN unsigned thread_y() { return threadIdx.y; }
ROMP_FN unsigned threads_y() { return blockDim.y; }
// Only the emulated device compares the launch with what the kernel does.
template <char> ROMP_FN void grid_covers(unsigned long long, unsigned = 1) {}
ROMP_FN void scratch_holds(unsigned long long) {}

// States, at the start of a kernel, that every launch has exactly n threads a team. The compiler does not conclude by
// itself that threads' numbers are below n, by which loops whose iterations n divides lose the turn that may be left.
template <unsigned n> ROMP_FN void block_is()
{
    __builtin_assume(blockDim.x == n);
    __builtin_assume(threadIdx.x < n);
}

// Storage of the block at namespace scope that functions of every file share: `name()` is the variable. It is a
// template, so that nvlink joins the definitions of all files into one, and none exists where none is used.
#define ROMP_TEAM_STORAGE(type, name)                                                                  \
    template <class> __shared__ type name##_of_block;                                                  \
    ROMP_FN type &name() { return name##_of_block<void>; }

// Stands in front of a variable template that code of several files uses.
#define ROMP_TEAM_SHARED __shared__

// Dynamic shared memory, whose size the launch specifies: the one object with all shared variables of a kernel
// that has more bytes of them than it may declare.
template <class T> ROMP_FN T &dynamic_shared()
{
    static_assert(alignof(T) <= 16, "dynamic shared memory is aligned to 16 bytes");
    // It lies behind declared variables, which end at a multiple of 16 bytes in kernels with dynamic shared
    // memory. A larger alignment here would round up what all kernels of the file declare.
    extern __shared__ unsigned char romp_dynamic_shared[];
    return *(T *)romp_dynamic_shared;
}

// Always false, which the compiler cannot know: a lane that runs is in the mask. Code in front of a loop's end
// that depends on it stays inside the loop. Otherwise the compiler moves it behind the loop, where the lanes of a
// warp wait for each other.
ROMP_FN bool never()
{
    unsigned lanes;
    asm volatile("activemask.b32 %0;" : "=r"(lanes));
    return lanes == 0;
}

// A kernel's struct of shared variables. Its address goes through a number that the compiler does not know, which has two
// reasons. A compiler that knows it may split the struct and drop members, and the kernel's shared bytes would differ
// from those of the plan. And nvcc makes addresses of shared memory out of a special register on sm_90, again in every
// part of the code that needs one: reading it takes as long as the access.
template <class T> static __shared__ __align__(16) T static_object;
template <class T> ROMP_FN T &static_shared()
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(&static_object<T>) + never();
    // Of vectors, which are loaded as a whole, the compiler must see the alignment.
    return *(T *)__cvta_shared_to_generic(at & ~15u);
}

// The same of a struct with pointers to functions. Behind an unknown address nvcc 13.0 finds out late which function such
// a pointer leads to, and calls it by an instruction that ptxas refuses.
template <class T> ROMP_FN T &kept_shared()
{
    asm volatile("" ::"l"(&static_object<T>));
    return static_object<T>;
}

// The lifetime of a struct of variables begins or ends; only checks of the emulated device use it.
template <class T> ROMP_FN void begins(T &) {}
template <class T> ROMP_FN void ends(T &) {}

// The place of a barrier in the source; only the emulated device records it.
struct source_place {};

// A worksharing construct of a team of n threads begins; only the emulated device checks which threads encounter
// it.
ROMP_FN void note_worksharing(unsigned, source_place) {}

// Prints why the kernel cannot go on, and ends it.
inline __device__ __noinline__ void fail(const char *what)
{
    printf("romp: team %u, thread %u: %s\n", team(), thread(), what);
    __trap();
}

// One turn of a loop that waits until another thread writes a value.
ROMP_FN void spin(source_place = {}) { __nanosleep(32); }

// One turn of a loop that waits in a queue behind so many others. Where they are few, this thread is served soon,
// and they may be lanes of its warp: it does not sleep.
ROMP_FN void spin_behind(unsigned long long others, source_place = {})
{
    if (others > 32)
        __nanosleep(32);
}

// The hardware decides which lanes of a warp run when, so that one lane may see another at the same moments each time.
constexpr bool lanes_share_turns = true;

// 16 bits that differ from thread to thread and from call to call.
ROMP_FN unsigned noise()
{
    unsigned bits = (unsigned)clock64() + thread() * 0x9e3779b9u;
    bits ^= bits >> 15;
    bits *= 0x2c1b3c6du;
    return bits >> 16;
}

// Sleeps for up to a quarter of a microsecond, a different time on each call.
ROMP_FN void spin_a_while(source_place = {}) { __nanosleep(noise() >> 8); }

// Orders this thread's earlier accesses before its later ones, for the threads of its team.
ROMP_FN void team_fence() { __threadfence_block(); }

// Accesses to a word by which threads signal their progress: reads another's current value, and writes a new one.
template <class V> ROMP_FN V latest(const V &at) { return *(const volatile V *)&at; }
template <class V, class W> ROMP_FN void publish(V &at, W value) { *(volatile V *)&at = (V)value; }

// The current value of a word in shared memory, behind which this thread sees what the thread that published the value
// wrote before its fence. It costs no more than `latest`, and less than a fence.
template <class V> ROMP_FN V acquired(const V &at)
{
    static_assert(sizeof(V) == 1 || sizeof(V) == 4 || sizeof(V) == 8, "a word that threads signal with");
    const unsigned address = (unsigned)__cvta_generic_to_shared(&at);
    if constexpr (sizeof(V) == 8) {
        unsigned long long value;
        asm volatile("ld.acquire.cta.shared.u64 %0, [%1];" : "=l"(value) : "r"(address) : "memory");
        return (V)value;
    } else {
        unsigned value;
        if constexpr (sizeof(V) == 4)
            asm volatile("ld.acquire.cta.shared.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
        else
            asm volatile("ld.acquire.cta.shared.u8 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
        return (V)value;
    }
}

// Orders this thread's earlier accesses before its later ones for all threads of the device, as a lock needs it.
ROMP_FN void order_fence() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }

// The same order for the threads that can access this address: those of one team where it is in shared memory.
ROMP_FN void order_fence(const volatile void *at)
{
    unsigned shared;
    asm("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(shared) : "l"(at));
    if (shared)
        team_fence();
    else
        order_fence();
}

// Orders this thread's accesses for all threads of the device, sequentially consistent.
ROMP_FN void fence() { __threadfence(); }
ROMP_FN void acquire_fence() { fence(); }
ROMP_FN void release_fence() { fence(); }

// Lets the other threads run in a loop that waits for them; on a GPU they do so by themselves.
ROMP_FN void let_others_run(source_place = {}) {}

// A variable at file scope that all files of a program share.
#ifdef __CUDACC_RDC__
#define ROMP_COMMON inline __device__
#else
#define ROMP_COMMON static __device__
#endif

// A definition that the linker may replace with another file's. nvcc ignores `weak`; the second attribute is the
// one of CUDA's own headers, and for functions alone. Inline variables are weak symbols, used or not.
#define ROMP_WEAK_VARIABLE inline
#define ROMP_WEAK_FUNCTION __attribute__((nv_weak))

// Atomic accesses to words of 1, 2, 4 and 8 bytes. The instructions do not reach a thread's own memory (its
// stack), and neither do other threads.
namespace atomics {

constexpr bool native_float_add = true;
constexpr bool native_min_max = true;

// Whether memory is the thread's own, which atomic instructions do not reach. The compiler's __isLocal fails with
// "Broken function found" where the pointer is one of several to a record (NVVM of CUDA 13.0).
ROMP_FN bool is_local(const volatile void *at)
{
    unsigned yes;
    asm("{ .reg .pred p; isspacep.local p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(yes) : "l"(at));
    return yes;
}

// The same pointer to shared memory, of which the compiler then knows that it is one: it chooses instructions for that
// memory, where it would try one kind after the other.
template <class T> ROMP_FN T *in_shared_memory(T *at)
{
    unsigned address = (unsigned)__cvta_generic_to_shared(at);
    asm("" : "+r"(address)); // else the two conversions are taken for none
    return (T *)__cvta_shared_to_generic(address);
}

template <class T> ROMP_FN T load(T *at) { return *(volatile T *)at; }
template <class T> ROMP_FN void store(T *at, T value) { *(volatile T *)at = value; }

template <class W> ROMP_FN W compare_and_swap(W *at, W expected, W value)
{
    if constexpr (sizeof(W) == 1) {
        // Changes the aligned word around it; the other bytes are written back only if no other thread changed them.
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
        return atomicExch(at, value);
    }
}

template <class T> ROMP_FN T fetch_add(T *at, T e) { return atomicAdd(at, e); }
template <class T> ROMP_FN T fetch_and_(T *at, T e) { return atomicAnd(at, e); }
template <class T> ROMP_FN T fetch_or_(T *at, T e) { return atomicOr(at, e); }
template <class T> ROMP_FN T fetch_xor_(T *at, T e) { return atomicXor(at, e); }

// The atomic instructions have types of 4 and 8 bytes; `long` is one of them.
template <class T> struct ordinal {
    using whole = typename std::conditional<sizeof(T) == 4, int, long long>::type;
    using type = typename std::conditional<std::is_signed<T>::value, whole, typename std::make_unsigned<whole>::type>::type;
};

template <class T> ROMP_FN T fetch_min(T *at, T e)
{
    using O = typename ordinal<T>::type;
    return (T)atomicMin((O *)at, (O)e);
}

template <class T> ROMP_FN T fetch_max(T *at, T e)
{
    using O = typename ordinal<T>::type;
    return (T)atomicMax((O *)at, (O)e);
}

} // namespace atomics

// 16 bytes that change for other threads of the device at once, without an order to other memory.
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

// Increments a counter that all teams share and returns what it was. Whoever sees the count can read what the team
// wrote before, if a barrier of all threads of the team stands in front.
ROMP_FN unsigned take_ticket(unsigned *at)
{
    __threadfence();
    const unsigned ticket = atomicAdd(at, 1u);
    __threadfence();
    return ticket;
}

// The most threads that a parallel region asked for and did not get; the runtime reads it for its trace.
#ifdef __CUDACC_RDC__
template <class> __device__ unsigned threads_asked_of_image = 0;
ROMP_FN unsigned &threads_asked() { return threads_asked_of_image<void>; }
#else
} // namespace romp
extern "C" {
__device__ unsigned romp_threads_asked = 0;
}
namespace romp {
ROMP_FN unsigned &threads_asked() { return romp_threads_asked; }
#endif
// One thread of each warp records it.
ROMP_FN void note_threads_asked(unsigned n)
{
    if (thread() % 32 == 0)
        atomicMax(&threads_asked(), n);
}

// The device's ICVs before a program changes them; the runtime writes them when it loads the image.
struct device_icvs {
    unsigned schedule; // run-sched-var: its kind and chunk
    int chunk;
    unsigned cancellation; // cancel-var
};

// The OpenMP device number; the runtime writes it when it loads the image. Files that nvlink joins may each define
// a template; in a whole program a template would be local, and the driver could not find it.
#ifdef __CUDACC_RDC__
template <class> __device__ int device_number_of_image = 0;
ROMP_FN int device_number() { return device_number_of_image<void>; }
template <class> __device__ device_icvs icvs_of_image = {1, 1, 0};
ROMP_FN device_icvs icvs() { return icvs_of_image<void>; }
#else
// Outside the namespace, because nvcc's host part names it so.
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
    // A warp that waits at a barrier goes on to instructions which read no memory (BAR.SYNC.DEFER_BLOCKING): right behind
    // one, the timer would tell when the warp came there. It does not go past a fence.
    asm volatile("fence.acq_rel.cta;" ::: "memory");
    unsigned long long nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return (double)nanoseconds * 1e-9;
}

// The driver chooses the resolution of the global timer; a microsecond is what CUDA promises.
ROMP_FN double wtick() { return 1e-6; }

} // namespace romp
#endif
