// romp/emulated_backend.cuh: the same names in plain C++17, for the emulated device.
//
// CUDA's declaration words are defined away; `__shared__` storage is per OS thread, which runs one block
// at a time. Ids come from a thread-local record that the thunks of romp/emulated.cuh set.
#ifndef ROMP_EMULATED_BACKEND_CUH
#define ROMP_EMULATED_BACKEND_CUH

// Whatever a unit may include must stand outside the namespace that its text is put into.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <type_traits>
#include <utility>

#include "romp/emulated.h"

#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition)                                                                              \
    ((condition) ? (void)0                                                                             \
                 : romp_emulated_assert(#condition, __FILE__, __LINE__, __func__, ::romp::team(), ::romp::thread()))
#endif

// An always_inline function that is not `inline` keeps its local statics to itself, which is wanted.
#pragma GCC diagnostic ignored "-Wattributes"
#define __global__ __attribute__((always_inline, visibility("hidden")))
#define __device__
#define __host__
#define __shared__ static thread_local
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#ifndef __noinline__
#define __noinline__ __attribute__((noinline))
#endif
#ifndef __align__
#define __align__(n) __attribute__((aligned(n)))
#endif

#define ROMP_FN inline __attribute__((always_inline))

namespace romp {

namespace emulated {
struct place {
    unsigned team, teams, thread, threads;
    int device;
};
static thread_local place here;
} // namespace emulated

ROMP_FN unsigned team() { return emulated::here.team; }
ROMP_FN unsigned teams() { return emulated::here.teams; }
ROMP_FN unsigned thread() { return emulated::here.thread; }
ROMP_FN unsigned threads() { return emulated::here.threads; }

// The other threads of the block run meanwhile and leave their number behind.
ROMP_FN void team_barrier(const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    const unsigned me = emulated::here.thread;
    romp_emulated_barrier(file, line);
    emulated::here.thread = me;
}

ROMP_FN void spin()
{
    const unsigned me = emulated::here.thread;
    romp_emulated_yield();
    emulated::here.thread = me;
}

// The threads of a block run one at a time, and change only where they wait.
template <class V> ROMP_FN V fetch_add(V *at, V by)
{
    const V was = *at;
    *at = was + by;
    return was;
}
template <class V> ROMP_FN V compare_swap(V *at, V expected, V wanted)
{
    const V was = *at;
    if (was == expected)
        *at = wanted;
    return was;
}
ROMP_FN void team_fence() {}

ROMP_FN int device_number() { return emulated::here.device; }
ROMP_FN double wtime() { return romp_emulated_wtime(); }
ROMP_FN double wtick() { return romp_emulated_wtick(); }

} // namespace romp
#endif
