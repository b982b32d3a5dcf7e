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
// Longer ones, which only the emulated device keeps apart.
#define ROMP_CODE ROMP_FN

namespace romp {

ROMP_FN unsigned team() { return blockIdx.x; }
ROMP_FN unsigned teams() { return gridDim.x; }
ROMP_FN unsigned thread() { return threadIdx.x; }
ROMP_FN unsigned threads() { return blockDim.x; }

// Every thread of the team arrives before any goes on; memory is consistent among them.
ROMP_FN void team_barrier() { __syncthreads(); }

// One turn of a loop that waits for what another thread will write.
ROMP_FN void spin() { __nanosleep(32); }

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

// Counts a counter that all teams share up and returns what it was; what the team wrote before can be read
// by whoever sees the count, after a barrier by all threads of its team.
ROMP_FN unsigned take_ticket(unsigned *at)
{
    __threadfence();
    const unsigned ticket = atomicAdd(at, 1u);
    __threadfence();
    return ticket;
}

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
