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

// Every thread of the team arrives before any goes on; memory is consistent among them.
ROMP_FN void team_barrier() { __syncthreads(); }

// One turn of a loop that waits for what another thread will write.
ROMP_FN void spin() { __nanosleep(32); }

// Counters that a team's threads share (unsigned and unsigned long long), and the order of what is around
// them for the other threads of the team.
template <class V> ROMP_FN V fetch_add(V *at, V by) { return atomicAdd(at, by); }
template <class V> ROMP_FN V compare_swap(V *at, V expected, V wanted) { return atomicCAS(at, expected, wanted); }
ROMP_FN void team_fence() { __threadfence_block(); }

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
