// romp/cuda_words.cuh: what CUDA C++ defines in device code, for the emulated device.
//
// Translated kernels use the functions of namespace romp. Whoever carries on with them by hand may write CUDA instead:
// ids, barriers, warp operations and atomics stand here over the primitives of the emulated backend, so that messages
// and checks of the emulated device know them; types and arithmetic are in romp/cuda_types.cuh and romp/cuda_math.cuh.
// Not here: `extern __shared__` (romp::dynamic_shared), inline PTX, and CUDA's libraries for device code (cub,
// cooperative groups). Code with these stands in `#ifndef ROMP_EMULATED`.
#ifndef ROMP_CUDA_WORDS_CUH
#define ROMP_CUDA_WORDS_CUH

#include "romp/cuda_types.cuh"
#include "romp/cuda_math.cuh"

// ---- Ids. Macros, so that `threadIdx.x` is an `unsigned` in templates and variadic calls, too.

namespace romp {
namespace emulated {
ROMP_FN uint3 thread_index() { return {here.thread % here.block_x, here.thread / here.block_x, 0}; }
ROMP_FN uint3 block_index()
{
    return {here.team % here.grid_x, here.team / here.grid_x % here.grid_y, here.team / here.grid_x / here.grid_y};
}
ROMP_FN dim3 block_size() { return {here.block_x, here.threads / here.block_x, 1}; }
ROMP_FN dim3 grid_size() { return {here.grid_x, here.grid_y, here.teams / here.grid_x / here.grid_y}; }
} // namespace emulated
} // namespace romp

#define threadIdx (::romp::emulated::thread_index())
#define blockIdx (::romp::emulated::block_index())
#define blockDim (::romp::emulated::block_size())
#define gridDim (::romp::emulated::grid_size())
constexpr int warpSize = 32;

// ---- Barriers and fences.

ROMP_FN void __syncthreads(romp::source_place at = {}) { romp::team_barrier(at); }

namespace romp {
namespace emulated {
// What the threads of a block pass to a barrier. The first one to arrive begins; all read it before any goes on.
struct votes {
    unsigned arrived, yes;
    bool begun;
};
inline thread_local votes votes_of_block;

// A barrier of the block that counts the threads which passed `true`.
ROMP_CODE votes vote(bool mine, source_place at)
{
    votes &all = votes_of_block;
    if (!all.begun)
        all = {0, 0, true};
    all.arrived++;
    all.yes += mine;
    team_barrier(at);
    const votes result = all;
    all.begun = false;
    team_barrier(at);
    return result;
}
} // namespace emulated
} // namespace romp

ROMP_FN int __syncthreads_count(int mine, romp::source_place at = {})
{
    return (int)romp::emulated::vote(mine != 0, at).yes;
}
ROMP_FN int __syncthreads_or(int mine, romp::source_place at = {}) { return romp::emulated::vote(mine != 0, at).yes != 0; }
ROMP_FN int __syncthreads_and(int mine, romp::source_place at = {})
{
    const romp::emulated::votes all = romp::emulated::vote(mine != 0, at);
    return all.yes == all.arrived;
}

ROMP_FN void __threadfence() { romp::fence(); }
ROMP_FN void __threadfence_block() { romp::fence(); }
ROMP_FN void __threadfence_system() { romp::fence(); }

// ---- Operations of a warp. A mask names the lanes that take part; of these wait for each other those that there are
// and that have not returned, as on a GPU.

ROMP_FN void __syncwarp(unsigned mask = ~0u, romp::source_place at = {}) { romp::emulated::meet(mask, at); }

// The lanes that execute this together: here each alone. A program may not conclude from it that other lanes are there.
ROMP_FN unsigned __activemask() { return romp::lane_bit(); }

namespace romp {
namespace emulated {
// The value of another lane of the mask; this lane's own where that one is not in the mask, where a GPU returns anything.
template <class T> ROMP_CODE T value_of_lane(unsigned mask, T value, unsigned lane, source_place at)
{
    const unsigned me = here.thread;
    shuffled<T>[me] = value;
    const unsigned together = meet(mask, at);
    if (together >> lane & 1)
        value = shuffled<T>[me - me % 32 + lane];
    meet(mask, at);
    return value;
}

// Calls `each(lane, value)` with the values of the mask's lanes.
template <class T, class Each> ROMP_FN void with_each_lane(unsigned mask, T value, source_place at, Each each)
{
    const unsigned me = here.thread;
    shuffled<T>[me] = value;
    const unsigned together = meet(mask, at);
    for (unsigned lane = 0; lane < 32; lane++)
        if (together >> lane & 1)
            each(lane, shuffled<T>[me - me % 32 + lane]);
    meet(mask, at);
}

// The lanes whose value is the same, bit for bit.
template <class T> ROMP_CODE unsigned lanes_with(unsigned mask, T value, source_place at, unsigned &together)
{
    unsigned same = 0;
    together = 0;
    with_each_lane(mask, value, at, [&](unsigned lane, T other) {
        together |= 1u << lane;
        same |= (unsigned)(__builtin_memcmp(&other, &value, sizeof value) == 0) << lane;
    });
    return same;
}
} // namespace emulated
} // namespace romp

// The lanes from `first` to `last` are the group of `width` lanes that this one belongs to.
#define ROMP_SHUFFLE_(name, argument, source)                                                                       \
    template <class T>                                                                                              \
    ROMP_FN T name(unsigned mask, T value, argument, int width = warpSize, romp::source_place at = {})              \
    {                                                                                                               \
        const int me = (int)(romp::emulated::here.thread % 32), first = me & -width, last = first + width - 1;     \
        const int from = source;                                                                                    \
        (void)last;                                                                                                 \
        return romp::emulated::value_of_lane(mask, value, (unsigned)from, at);                                      \
    }
ROMP_SHUFFLE_(__shfl_sync, int lane, first + (lane & (width - 1)))
ROMP_SHUFFLE_(__shfl_up_sync, unsigned distance, distance <= (unsigned)(me - first) ? me - (int)distance : me)
ROMP_SHUFFLE_(__shfl_down_sync, unsigned distance, distance <= (unsigned)(last - me) ? me + (int)distance : me)
ROMP_SHUFFLE_(__shfl_xor_sync, int bits, (me ^ (bits & 31)) <= last ? me ^ (bits & 31) : me)
#undef ROMP_SHUFFLE_

template <class T> ROMP_FN unsigned __match_any_sync(unsigned mask, T value, romp::source_place at = {})
{
    unsigned together;
    return romp::emulated::lanes_with(mask, value, at, together);
}
template <class T> ROMP_FN unsigned __match_all_sync(unsigned mask, T value, int *all, romp::source_place at = {})
{
    unsigned together;
    *all = romp::emulated::lanes_with(mask, value, at, together) == together;
    return *all ? together : 0;
}
ROMP_CODE unsigned __ballot_sync(unsigned mask, int mine, romp::source_place at = {})
{
    unsigned yes = 0;
    romp::emulated::with_each_lane(mask, mine != 0, at, [&](unsigned lane, bool it) { yes |= (unsigned)it << lane; });
    return yes;
}
ROMP_FN int __any_sync(unsigned mask, int mine, romp::source_place at = {}) { return __ballot_sync(mask, mine, at) != 0; }
ROMP_FN int __all_sync(unsigned mask, int mine, romp::source_place at = {}) { return __ballot_sync(mask, !mine, at) == 0; }

#define ROMP_LANES_REDUCE_(name, type, expression)                                                                  \
    ROMP_CODE type name(unsigned mask, type value, romp::source_place at = {})                                      \
    {                                                                                                               \
        bool any = false;                                                                                           \
        type all = 0;                                                                                               \
        romp::emulated::with_each_lane(mask, value, at, [&](unsigned, type it) {                                    \
            all = any ? (type)(expression) : it;                                                                    \
            any = true;                                                                                             \
        });                                                                                                         \
        return all;                                                                                                 \
    }
ROMP_LANES_REDUCE_(__reduce_add_sync, unsigned, all + it)
ROMP_LANES_REDUCE_(__reduce_add_sync, int, (unsigned)all + (unsigned)it)
ROMP_LANES_REDUCE_(__reduce_min_sync, unsigned, it < all ? it : all)
ROMP_LANES_REDUCE_(__reduce_min_sync, int, it < all ? it : all)
ROMP_LANES_REDUCE_(__reduce_max_sync, unsigned, all < it ? it : all)
ROMP_LANES_REDUCE_(__reduce_max_sync, int, all < it ? it : all)
ROMP_LANES_REDUCE_(__reduce_and_sync, unsigned, all & it)
ROMP_LANES_REDUCE_(__reduce_or_sync, unsigned, all | it)
ROMP_LANES_REDUCE_(__reduce_xor_sync, unsigned, all ^ it)
#undef ROMP_LANES_REDUCE_

// ---- Atomics, with the types that CUDA has. One that changes nothing may stand in a loop which waits for another
// thread, so the others get a turn.

namespace romp {
namespace emulated {
template <class T, class Next> ROMP_FN T change(T *at, Next next, source_place place)
{
    const atomics::change<T> done = atomics::update(at, [](T) { return true; }, next);
    if (__builtin_memcmp(&done.old, &done.now, sizeof(T)) == 0)
        let_others_run(place);
    return done.old;
}
} // namespace emulated
} // namespace romp

#define ROMP_ATOMIC_1_(name, type, expression)                                                                      \
    ROMP_FN type name(type *at, type e, romp::source_place place = {})                                              \
    {                                                                                                               \
        return romp::emulated::change(at, [=]([[maybe_unused]] type old) -> type { return (type)(expression); },        \
                                      place);                                                                       \
    }
#define ROMP_ATOMIC_CAS_1_(name, type)                                                                              \
    ROMP_FN type name(type *at, type expected, type e, romp::source_place place = {})                               \
    {                                                                                                               \
        return romp::emulated::change(at, [=](type old) -> type { return old == expected ? e : old; }, place);      \
    }
#define ROMP_ATOMIC_(name, type, expression)                                                                        \
    ROMP_ATOMIC_1_(name, type, expression)                                                                          \
    ROMP_ATOMIC_1_(name##_block, type, expression)                                                                  \
    ROMP_ATOMIC_1_(name##_system, type, expression)
#define ROMP_ATOMIC_CAS_(type)                                                                                      \
    ROMP_ATOMIC_CAS_1_(atomicCAS, type)                                                                             \
    ROMP_ATOMIC_CAS_1_(atomicCAS_block, type)                                                                       \
    ROMP_ATOMIC_CAS_1_(atomicCAS_system, type)

ROMP_ATOMIC_(atomicAdd, int, (unsigned)old + (unsigned)e)
ROMP_ATOMIC_(atomicAdd, unsigned, old + e)
ROMP_ATOMIC_(atomicAdd, unsigned long long, old + e)
ROMP_ATOMIC_(atomicAdd, float, old + e)
ROMP_ATOMIC_(atomicAdd, double, old + e)
ROMP_ATOMIC_(atomicSub, int, (unsigned)old - (unsigned)e)
ROMP_ATOMIC_(atomicSub, unsigned, old - e)
ROMP_ATOMIC_(atomicExch, int, e)
ROMP_ATOMIC_(atomicExch, unsigned, e)
ROMP_ATOMIC_(atomicExch, unsigned long long, e)
ROMP_ATOMIC_(atomicExch, float, e)
ROMP_ATOMIC_(atomicMin, int, e < old ? e : old)
ROMP_ATOMIC_(atomicMin, unsigned, e < old ? e : old)
ROMP_ATOMIC_(atomicMin, long long, e < old ? e : old)
ROMP_ATOMIC_(atomicMin, unsigned long long, e < old ? e : old)
ROMP_ATOMIC_(atomicMax, int, old < e ? e : old)
ROMP_ATOMIC_(atomicMax, unsigned, old < e ? e : old)
ROMP_ATOMIC_(atomicMax, long long, old < e ? e : old)
ROMP_ATOMIC_(atomicMax, unsigned long long, old < e ? e : old)
ROMP_ATOMIC_(atomicInc, unsigned, old >= e ? 0 : old + 1)
ROMP_ATOMIC_(atomicDec, unsigned, old == 0 || old > e ? e : old - 1)
#define ROMP_ATOMIC_BITS_(type)                    \
    ROMP_ATOMIC_(atomicAnd, type, old & e)         \
    ROMP_ATOMIC_(atomicOr, type, old | e)          \
    ROMP_ATOMIC_(atomicXor, type, old ^ e)
ROMP_ATOMIC_BITS_(int)
ROMP_ATOMIC_BITS_(unsigned)
ROMP_ATOMIC_BITS_(unsigned long long)
ROMP_ATOMIC_CAS_(int)
ROMP_ATOMIC_CAS_(unsigned)
ROMP_ATOMIC_CAS_(unsigned long long)
ROMP_ATOMIC_CAS_(unsigned short)
#undef ROMP_ATOMIC_BITS_
#undef ROMP_ATOMIC_CAS_
#undef ROMP_ATOMIC_CAS_1_
#undef ROMP_ATOMIC_
#undef ROMP_ATOMIC_1_

// ---- Loads and stores with a choice of cache, clocks, and the rest.

#define ROMP_LOAD_(name) \
    template <class T> ROMP_FN T name(const T *at) { return *at; }
ROMP_LOAD_(__ldg)
ROMP_LOAD_(__ldca)
ROMP_LOAD_(__ldcg)
ROMP_LOAD_(__ldcs)
ROMP_LOAD_(__ldcv)
ROMP_LOAD_(__ldlu)
#undef ROMP_LOAD_
#define ROMP_STORE_(name) \
    template <class T> ROMP_FN void name(T *at, T value) { *at = value; }
ROMP_STORE_(__stcg)
ROMP_STORE_(__stcs)
ROMP_STORE_(__stwb)
ROMP_STORE_(__stwt)
#undef ROMP_STORE_

// Nanoseconds of the host's clock, in place of cycles.
ROMP_FN long long clock64() { return (long long)(romp::wtime() * 1e9); }
ROMP_FN void __nanosleep(unsigned, romp::source_place at = {}) { romp::let_others_run(at); }
ROMP_FN void __trap() { romp::fail("__trap"); }
#define __builtin_assume(condition) ((void)0)

#endif
