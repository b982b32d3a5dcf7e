// romp/emulated_backend.cuh: the functions of romp/cuda_backend.cuh in plain C++17, for the emulated device.
//
// CUDA's declaration words are defined away; `__shared__` storage is per OS thread, which runs one block
// at a time. Ids come from a thread-local record that the thunks of romp/emulated.cuh set.
#ifndef ROMP_EMULATED_BACKEND_CUH
#define ROMP_EMULATED_BACKEND_CUH

// Headers that a unit may include are included here, outside the namespace that surrounds the unit's text.
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

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Before the rest of the headers, so that copies that they make are checked, too.
#include "romp/checked_library.cuh"
namespace romp {
using checked::memcpy;
using checked::memset;
}
#endif

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
// In a section of its own, whose bounds the linker defines: checked images fill it with junk before each block.
#define __shared__ static thread_local __attribute__((section("romp_shared"), unused))
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#ifndef __noinline__
#define __noinline__ __attribute__((noinline))
#endif
#ifndef __align__
#define __align__(n) __attribute__((aligned(n)))
#endif

// Compiled with -fsanitize=thread: the runtime looks for races.
#ifdef __SANITIZE_THREAD__
#define ROMP_RACES_ 1
#else
#define ROMP_RACES_ 0
#endif

#define ROMP_FN inline __attribute__((always_inline))
// In front of functions that are not inlined here: a copy in every kernel takes long to compile.
#define ROMP_CODE inline __attribute__((noinline))

namespace romp {

namespace emulated {
struct place {
    unsigned team, teams, thread, threads;
    // Not 0: `thread` in memory is the thread that runs, and messages may name it. (Without coroutines the compiler may
    // keep the number in a register.)
    unsigned exact;
    int device;
    // The block's threads are coroutines, and can wait for each other.
    bool coroutines;
    // The dimensions of the grid and of its blocks, which differ from 1 behind the first in nests (romp/nests.cuh).
    unsigned grid_x, grid_y, block_x;
};
// One for all units of a link: their functions call each other.
inline thread_local place here;

// Makes `thread` the one that runs, and writes its number to memory, where the runtime reads it for messages.
ROMP_FN void set_current_thread(unsigned thread)
{
    here.thread = thread;
    __asm__ volatile("" : : "m"(here.thread));
}

enum { barrier_of_block, barrier_of_region, barrier_of_lanes };
enum { as_placed, as_fork, as_join, as_scattered };
} // namespace emulated

ROMP_FN unsigned team() { return emulated::here.team; }
ROMP_FN unsigned teams() { return emulated::here.teams; }
// Here each team has a block of its own.
ROMP_FN unsigned team_of_rows() { return team(); }
ROMP_FN unsigned teams_of_rows() { return teams(); }
ROMP_FN unsigned thread() { return emulated::here.thread; }
ROMP_FN unsigned threads() { return emulated::here.threads; }

// As in romp/cuda_backend.cuh; a launch here takes the whole grid.
struct grid_part {
    unsigned x, y, z, before, turns, first;
};
template <class C> ROMP_FN C grid_first_x(grid_part p)
{
    using emulated::here;
    return (C)(here.team % here.grid_x) * here.block_x - p.before;
}
template <class C> ROMP_FN C grid_begin_y(grid_part)
{
    using emulated::here;
    return (C)(here.team / here.grid_x % here.grid_y) * (here.threads / here.block_x);
}
template <class C> ROMP_FN C grid_begin_z(grid_part)
{
    using emulated::here;
    return here.team / here.grid_x / here.grid_y;
}
ROMP_FN unsigned thread_x() { return emulated::here.thread % emulated::here.block_x; }
ROMP_FN unsigned thread_y() { return emulated::here.thread / emulated::here.block_x; }
ROMP_FN unsigned threads_y() { return emulated::here.threads / emulated::here.block_x; }

// Ends the program: a kernel is compiled for blocks of n threads, and its launch has others.
ROMP_CODE __attribute__((cold)) void wrong_block(unsigned n)
{
    char why[256];
    snprintf(why, sizeof why,
             "romp::block_is<%u>() says that blocks have %u threads, and the launch has blocks of %u: change it, "
             "__launch_bounds__ and the launch's romp_exact_block together",
             n, n, threads());
    romp_emulated_fail(why);
}
template <unsigned n> ROMP_FN void block_is()
{
    if (threads() != n)
        wrong_block(n);
}

namespace emulated {
// The number of the thread, of the block that this OS thread runs.
inline thread_local unsigned block_number;

// A variable of the block at namespace scope. Where memory is checked it holds junk until the block writes it, as
// shared memory does: values of an earlier block would hide that a kernel does not initialise it.
template <class T> struct of_block {
    T value;
    unsigned block;
};
template <class T> ROMP_CODE __attribute__((no_sanitize("address"))) void forget(of_block<T> &storage)
{
    volatile unsigned char *const bytes = (volatile unsigned char *)&storage.value;
    for (size_t i = 0; i < sizeof(T); i++)
        bytes[i] = 0xa5;
    storage.block = block_number;
}
template <class T> ROMP_FN T &in_block(of_block<T> &storage)
{
#ifdef __SANITIZE_ADDRESS__
    if (storage.block != block_number)
        forget(storage);
#endif
    return storage.value;
}
} // namespace emulated

// Storage of the block that functions of every file share, at namespace scope: `name()` is the variable.
#define ROMP_TEAM_STORAGE(type, name)                                                                  \
    inline thread_local emulated::of_block<type> name##_of_block;                                      \
    ROMP_FN type &name() { return emulated::in_block(name##_of_block); }

// In front of a variable template that code of several files uses: `__shared__` variables are each file's own here.
#define ROMP_TEAM_SHARED inline thread_local

template <class T> __shared__ T static_object;
template <class T> ROMP_FN T &static_shared() { return static_object<T>; }
template <class T> ROMP_FN T &kept_shared() { return static_object<T>; }

// Structs of checked images with gaps between their members list these in `romp_members`, each with its offset, its
// bytes and its name: `32 40 a@file.c:7;144 4 @;`.
template <class T, class = void> constexpr bool is_apart = false;
template <class T> constexpr bool is_apart<T, std::void_t<decltype(T::romp_members)>> = true;

// From now on an access to a gap is an error.
template <class T> ROMP_FN void set_apart(T &object) { romp_emulated_set_apart(&object, sizeof object, T::romp_members); }

// The lifetime of a struct of variables that shares its place with others begins or ends.
template <class T> ROMP_FN void begins(T &frame)
{
    if constexpr (is_apart<T>)
        set_apart(frame);
}
template <class T> ROMP_FN void ends(T &frame)
{
    if constexpr (is_apart<T>)
        romp_emulated_set_apart(&frame, sizeof frame, nullptr);
}

// An array that stands for a reduced one in a team, with gaps around it that no access may touch.
template <class A> struct team_copy {
    static constexpr size_t room = sizeof(A) / 4 < 32 ? 32 : sizeof(A) / 4 > 4096 ? 4096 : sizeof(A) / 4 / 16 * 16;
    alignas(16) unsigned char before[32];
    A copy;
    unsigned char behind[room];
};

// For begin_copy: where the copy's elements begin and end, and how the user calls the array, `name@file.c:7`.
struct copy_apart {
    const void *at;
    size_t bytes;
    const char *name;

    template <class A>
    ROMP_FN copy_apart(team_copy<A> &all, const char *name) : at(&all), bytes(sizeof all), name(name) {}
    template <class T> ROMP_FN void operator()(T *copy, size_t count) const
    {
        romp_emulated_copy_apart(at, bytes, copy, count * sizeof(T), name);
    }
};

// The place of a barrier in the source, for messages: a default argument `{}` is the caller's place.
struct source_place {
    const char *file;
    int line;
    constexpr source_place(const char *file = __builtin_FILE(), int line = __builtin_LINE()) : file(file), line(line) {}
};

// Prints why the kernel cannot go on, and ends it.
ROMP_FN void fail(const char *what) { romp_emulated_fail(what); }

ROMP_FN void spin(source_place at = {})
{
    const unsigned me = emulated::here.thread;
    romp_emulated_yield(at.file, at.line);
    emulated::set_current_thread(me);
}
ROMP_FN void spin_a_while(source_place at = {}) { spin(at); }
ROMP_FN unsigned noise() { return 0; }
constexpr bool lanes_share_turns = false; // Threads run one after the other, each in its turn.
ROMP_FN void spin_behind(unsigned long long, source_place at = {}) { spin(at); }

// A thread encounters a worksharing construct of a team of n threads.
ROMP_FN void note_worksharing(unsigned n, source_place at)
{
    if (n > 1)
        romp_emulated_worksharing(emulated::here.team, emulated::here.thread, n, at.file, at.line);
}

// The result of a function, as the text for checks has it: g++ instruments the store of the copy that this makes, but
// not a store by the callee.
template <class T> ROMP_FN T returned(const T &object) { return object; }

// A parallel region asked for n threads, more than the block has; for the trace.
ROMP_FN void note_threads_asked(unsigned n) { romp_emulated_threads_asked(n); }

// Blocks run on several threads of the host, so their order needs fences.
ROMP_FN void order_fence() { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
ROMP_FN void order_fence(const volatile void *) { order_fence(); }
ROMP_FN void fence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
// A loop that only acquires tells the check for races nothing of its own past, whose clocks would be copied each time.
ROMP_FN void acquire_fence() { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
ROMP_FN void release_fence() { __atomic_thread_fence(__ATOMIC_RELEASE); }

// The threads of a block run one at a time, and another one runs only where this one waits: no fence is needed.
ROMP_FN void team_fence()
{
    if (ROMP_RACES_)
        order_fence();
}

// Accesses to a word by which threads signal their progress: reads another's current value, and writes a new one.
template <class V> ROMP_FN V latest(const V &at) { return __atomic_load_n(&at, __ATOMIC_RELAXED); }
template <class V, class W> ROMP_FN void publish(V &at, W value) { __atomic_store_n(&at, (V)value, __ATOMIC_RELAXED); }

// The current value, behind which this thread sees what the thread that published it wrote before its fence.
template <class V> ROMP_FN V acquired(const V &at)
{
    const V value = latest(at);
    team_fence();
    return value;
}

// An atomic read may stand in a loop that waits for another thread's write, so the other threads get a turn.
ROMP_FN void let_others_run(source_place at = {})
{
    if (emulated::here.coroutines)
        spin(at);
}

// A variable at file scope that all files of a program share.
#define ROMP_COMMON __attribute__((weak))

// A definition that the linker may replace with another file's.
#define ROMP_WEAK_VARIABLE __attribute__((weak))
#define ROMP_WEAK_FUNCTION __attribute__((weak))

constexpr bool never() { return false; }

// 16 bytes; the emulated device cannot change both words at once.
struct alignas(16) pair_of_words {
    unsigned long long first, second;
};
constexpr bool pairs_are_atomic = false;
ROMP_FN pair_of_words load_pair(const pair_of_words *at) { return *at; }
ROMP_FN void store_pair(pair_of_words *at, pair_of_words pair) { *at = pair; }
// The device's ICVs before a program changes them.
struct device_icvs {
    unsigned schedule;
    int chunk;
    unsigned cancellation;
};

// Increments a counter that all teams share and returns what it was.
ROMP_FN unsigned take_ticket(unsigned *at) { return __atomic_fetch_add(at, 1u, __ATOMIC_ACQ_REL); }

ROMP_FN int device_number() { return emulated::here.device; }
ROMP_FN device_icvs icvs()
{
    const int device = emulated::here.device;
    return {romp_emulated_icv(device, 0), (int)romp_emulated_icv(device, 1), romp_emulated_icv(device, 2)};
}
ROMP_FN double wtime() { return romp_emulated_wtime(); }
ROMP_FN double wtick() { return romp_emulated_wtick(); }

// The device's heap lies in the device's memory, so that accesses are checked; device code finds these before the C
// library's.
ROMP_FN void *malloc(size_t bytes) { return romp_emulated_allocate(emulated::here.device, bytes, 16, nullptr); }
ROMP_FN void free(void *block) { romp_emulated_free(emulated::here.device, block, false); }

} // namespace romp

#include "romp/emulated_atomics.cuh"
#endif
