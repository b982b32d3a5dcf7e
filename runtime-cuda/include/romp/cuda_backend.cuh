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

namespace romp {

ROMP_FN unsigned team() { return blockIdx.x; }
ROMP_FN unsigned teams() { return gridDim.x; }
ROMP_FN unsigned thread() { return threadIdx.x; }
ROMP_FN unsigned threads() { return blockDim.x; }

// Every thread of the team arrives before any goes on; memory is consistent among them.
ROMP_FN void team_barrier() { __syncthreads(); }

// One turn of a loop that waits for what another thread will write.
ROMP_FN void spin() { __nanosleep(32); }

// What this thread has written is seen by all of the device before what it writes next.
ROMP_FN void fence() { __threadfence(); }

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

// The OpenMP device number; the runtime writes it when it loads the image. Files that nvlink joins may
// each define a template; in a whole program a template would be local, and the driver could not find it.
#ifdef __CUDACC_RDC__
template <class> __device__ int device_number_of_image = 0;
ROMP_FN int device_number() { return device_number_of_image<void>; }
#else
extern "C" {
__device__ int romp_device_number = 0;
}
ROMP_FN int device_number() { return romp_device_number; }
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
