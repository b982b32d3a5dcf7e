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

#define ROMP_FN __device__ __forceinline__

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
// have not returned.
ROMP_FN void fork_barrier(source_place = {}) { __syncthreads(); }
ROMP_FN void join_barrier(source_place = {}) { __syncthreads(); }
// A fork that also says whether any thread gave `true`.
ROMP_FN bool fork_barrier_or(bool mine, source_place = {}) { return __syncthreads_or(mine); }

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

// Says what a kernel cannot go on without, and ends it.
inline __device__ __noinline__ void fail(const char *what)
{
    printf("romp: team %u, thread %u: %s\n", team(), thread(), what);
    __trap();
}

// One turn of a loop that waits for what another thread will write.
ROMP_FN void spin() { __nanosleep(32); }

// The OpenMP device number; the runtime writes it when it loads the image. Files that nvlink joins may
// each define a template; in a whole program a template would be local, and the driver could not find it.
#ifdef __CUDACC_RDC__
template <class> __device__ int device_number_of_image = 0;
ROMP_FN int device_number() { return device_number_of_image<void>; }
#else
// Outside the namespace: nvcc's host part names it so.
} // namespace romp
extern "C" {
__device__ int romp_device_number = 0;
}
namespace romp {
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
