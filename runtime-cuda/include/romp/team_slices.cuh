// romp/team_slices.cuh: variables of a team that shared memory cannot hold, in global memory.
//
//     extern "C" __global__ void f_1(double *a, romp::team_slices team_memory)
//     {
//         f_1_large &large = romp::claim_slice<f_1_large>(team_memory);
//         ...
//         romp::release_slice(team_memory);            the master, at the end of its kernel
//         romp::release_slice_together(team_memory);   or all threads of the block
//     }
//
// The launch brings the memory (`romp_team_memory(bytes)` in its list; romp/team_memory.cuh and
// romp/thread_arrays.cuh keep stacks in slices of the same kind): a slice for each team, or for as many
// teams as the device can hold of this kernel at once. In the second case a team looks for a slice that is
// free; there is one, or a team that has one ends without waiting for others.
#ifndef ROMP_TEAM_SLICES_CUH
#define ROMP_TEAM_SLICES_CUH

namespace romp {

// A kernel's parameter; the runtime's `team_memory::Slices` has the same layout.
struct team_slices {
    char *base;
    unsigned *taken; // a word for each slice: 0, free
    unsigned long long count;
    unsigned long long bytes; // of a slice, before it is rounded up
};

namespace detail {

struct alignas(16) slice_number {
    unsigned long long value;
};
static_assert(sizeof(slice_number) == 16, "the translator plans with this size");
ROMP_TEAM_STORAGE(slice_number, claimed_slice)

ROMP_FN unsigned long long free_slice(const team_slices &all)
{
    unsigned long long k = team() % all.count;
    while (atomics::compare_and_swap(all.taken + k, 0u, 1u) != 0)
        k = k + 1 < all.count ? k + 1 : 0;
    fence();
    return k;
}

} // namespace detail

// Called by all threads of the block, before anything else that waits.
template <class T> ROMP_FN T &claim_slice(const team_slices &all)
{
    static_assert(alignof(T) <= 256, "slices are aligned to 256 bytes");
    // The runtime rounds in the same way.
    constexpr unsigned long long stride = (sizeof(T) + 255) / 256 * 256;
    const bool own = all.count >= teams();
    if (!own) {
        if (thread() == 0)
            detail::claimed_slice().value = detail::free_slice(all);
        team_barrier();
    }
    const unsigned long long number = own ? team() : detail::claimed_slice().value;
    return *(T *)(all.base + number * stride);
}

// Called by one thread, when no other of the team uses the slice any more.
ROMP_FN void release_slice(const team_slices &all)
{
    if (all.count >= teams())
        return;
    fence();
    atomics::exchange(all.taken + detail::claimed_slice().value, 0u);
}

// Called by all threads of the block.
ROMP_FN void release_slice_together(const team_slices &all)
{
    if (all.count >= teams())
        return;
    team_barrier();
    if (thread() == 0)
        release_slice(all);
}

} // namespace romp
#endif
