// romp/thread_arrays.cuh: arrays of variable length that belong to one thread.
//
//     romp::start_thread_arrays(thread_memory);        all threads of the block, first
//     const romp::thread_array<double> v_array((unsigned long long)n, "v");
//     double *v = v_array.at;                          gone at the end of the scope
//     const romp::thread_array<double> w_array((unsigned long long)n, "w", 128);   at a multiple of 128 bytes
//     romp::release_thread_arrays_together(thread_memory);   or by the master alone: release_thread_arrays
//
// Each thread has a stack in global memory: a part of its team's slice of what the launch brings
// (`romp_thread_stacks(bytes)` in its list, or `romp_thread_arena`). The first word of a stack says how much of it is
// in use. A kernel that calls functions with such arrays starts the stacks as one that has some itself. What does not
// fit ends the kernel. On the emulated device each array is an allocation, against which accesses are checked; how
// much a thread may have is the same.
#ifndef ROMP_THREAD_ARRAYS_CUH
#define ROMP_THREAD_ARRAYS_CUH

namespace romp {

#if defined(__CUDACC_RDC__) && !defined(ROMP_EMULATED)
// The runtime looks for this symbol in linked images: an image without it needs no memory for arrays.
template <class> __device__ unsigned thread_arrays_in_image = 1;
#endif

namespace detail {

// Where the size overflows: a number of bytes that no memory has.
template <class T> ROMP_FN unsigned long long array_bytes(unsigned long long count)
{
    return count < 1ull << 48 ? count * sizeof(T) : 1ull << 62;
}

ROMP_FN unsigned long long whole_lines(unsigned long long bytes) { return (bytes + 15) / 16 * 16; }

// What an array is aligned to where the program asks for no more.
template <class T> constexpr unsigned array_align = alignof(T) > 16 ? alignof(T) : 16;

// What an array takes of a stack: whole lines, and what a stricter alignment may leave free in front of it.
ROMP_FN unsigned long long stack_bytes(unsigned long long bytes, unsigned align)
{
    return whole_lines(bytes) + align - 16;
}

// An array's place, and where what it takes of the stack begins.
struct stack_place {
    void *at, *from;
};

// A thread's part of a slice.
ROMP_FN unsigned long long part_of_slice(const team_slices &all) { return all.bytes / threads() / 16 * 16; }

#ifdef ROMP_EMULATED

struct thread_stacks {
    unsigned long long bytes;
    unsigned long long used[1024];
};
ROMP_TEAM_STORAGE(thread_stacks, stacks)

ROMP_FN stack_place stack_alloc(unsigned long long bytes, unsigned align, const char *name)
{
    thread_stacks &s = stacks();
    unsigned long long &used = s.used[thread()];
    const unsigned long long needed = stack_bytes(bytes, align), left = s.bytes - used;
    if (needed > left) {
        char text[400];
        snprintf(text, sizeof text,
                 "the array `%s` of variable length needs %llu bytes, and of the %llu for arrays of a thread %llu are "
                 "left; ROMP_TEAM_ARENA=%llu gives each of %u threads enough for this one",
                 name, needed, s.bytes - 16, left, (used + needed) * threads(), threads());
        fail(text);
    }
    void *const at = romp_emulated_allocate(emulated::here.device, bytes, align, name);
    if (!at)
        fail("the device has no memory left for an array of variable length");
    used += needed;
    return {at, at};
}

ROMP_FN void stack_free(const stack_place &place, unsigned long long bytes, unsigned align)
{
    stacks().used[thread()] -= stack_bytes(bytes, align);
    romp_emulated_free(emulated::here.device, place.at, true);
}

#else

struct alignas(16) thread_stacks {
    char *base;               // of the team's slice
    unsigned long long bytes; // of a thread's part
    unsigned long long number;
};
static_assert(sizeof(thread_stacks) == 32, "the translator plans with this size");
ROMP_TEAM_STORAGE(thread_stacks, stacks)

inline __device__ __noinline__ void stack_is_full(unsigned long long needed, unsigned long long used, const char *name)
{
    unsigned long long of = stacks().bytes;
#ifdef __CUDACC_RDC__
    of *= thread_arrays_in_image<void>;
#endif
    printf("romp: team %u, thread %u: the array `%s` of variable length needs %llu bytes, and of the %llu for arrays of a "
           "thread %llu are left; ROMP_TEAM_ARENA=%llu gives each of %u threads enough for this one\n",
           team(), thread(), name, needed, of - 16, of - used, (used + needed) * threads(), threads());
    __trap();
}

inline __device__ __noinline__ void *stack_take(unsigned long long needed, const char *name)
{
    char *const own = stacks().base + thread() * stacks().bytes;
    unsigned long long &used = *(unsigned long long *)own;
    const unsigned long long at = used;
    if (needed > stacks().bytes - at)
        stack_is_full(needed, at, name);
    used = at + needed;
    return own + at;
}

ROMP_FN stack_place stack_alloc(unsigned long long bytes, unsigned align, const char *name)
{
    void *const from = stack_take(stack_bytes(bytes, align), name);
    const unsigned long long up = align > 16 ? align - 1 : 0;
    return {(void *)(((unsigned long long)from + up) & ~up), from};
}

// The last array of the stack.
ROMP_FN void stack_free(const stack_place &place, unsigned long long, unsigned)
{
    char *const own = stacks().base + thread() * stacks().bytes;
    *(unsigned long long *)own = (char *)place.from - own;
}

#endif

} // namespace detail

// Called by all threads of the block, before anything else that waits.
ROMP_FN void start_thread_arrays(const team_slices &all)
{
    auto &s = detail::stacks();
#ifdef ROMP_EMULATED
    s.bytes = detail::part_of_slice(all);
    s.used[thread()] = 16;
#else
    // Where the image has no such array, there is nothing to start.
    if (all.bytes == 0)
        return;
    unsigned long long number = team();
    if (all.count < teams()) {
        if (thread() == 0)
            s.number = detail::free_slice(all);
        team_barrier();
        number = s.number;
    }
    // Every thread writes the same value, so that none waits for another's.
    s.base = all.base + number * all.bytes;
    s.bytes = detail::part_of_slice(all);
    *(unsigned long long *)(s.base + thread() * s.bytes) = 16;
#endif
}

// Called by one thread, when no other of the team has such an array any more.
ROMP_FN void release_thread_arrays([[maybe_unused]] const team_slices &all)
{
#ifndef ROMP_EMULATED
    if (all.bytes == 0 || all.count >= teams())
        return;
    fence();
    atomics::exchange(all.taken + detail::stacks().number, 0u);
#endif
}

// Called by all threads of the block.
ROMP_FN void release_thread_arrays_together([[maybe_unused]] const team_slices &all)
{
#ifndef ROMP_EMULATED
    if (all.bytes == 0 || all.count >= teams())
        return;
    team_barrier();
    if (thread() == 0)
        release_thread_arrays(all);
#endif
}

template <class T> struct thread_array {
    unsigned long long count;
    unsigned align;
    detail::stack_place place;
    T *at;

    ROMP_FN explicit thread_array(unsigned long long count, const char *name, unsigned align = detail::array_align<T>)
        : count(count), align(align), place(detail::stack_alloc(detail::array_bytes<T>(count), align, name)),
          at((T *)place.at)
    {
    }
    ROMP_FN ~thread_array() { detail::stack_free(place, detail::array_bytes<T>(count), align); }
    thread_array(const thread_array &) = delete;
};

} // namespace romp
#endif
