// romp/team_memory.cuh: storage of a team for variables that sequential code shares with a region.
//
//     romp::start_team_memory(bytes, sizeof bytes);   the master or thread 0, first; `bytes` is __shared__
//     romp::team_frame<frame> f;                      the variables: f->x; gone at the end of the scope
//     romp::team_array<double> v(n);                  an array of variable length: v.at; gone likewise
//     char *mark = romp::team_mark();                 the same by hand
//     double *v = (double *)romp::team_alloc(n * sizeof(double));
//     romp::team_free(mark);
//     romp::end_team_memory();                        the same thread, at the kernel's end
//
// A stack: shared memory first, then the team's slice of an arena in global memory. The runtime makes
// the arena (ROMP_TEAM_ARENA bytes for each block that the device can hold at once) where an image has the
// variable below; a team claims a slice when it first needs one. What does not fit ends the kernel. nvcc hides
// the variable from the driver in whole programs: units that include this file are built with -rdc=true.
// Used by one thread of the team at a time: by code of the sequential part. Needs romp/state.cuh started.
#ifndef ROMP_TEAM_MEMORY_CUH
#define ROMP_TEAM_MEMORY_CUH

namespace romp {

// The runtime's `device::Arena` mirrors it.
struct arena {
    char *base;
    unsigned *taken; // one word a slice
    unsigned long long bytes; // of a slice
    unsigned long long slices;
};

} // namespace romp

#ifndef ROMP_EMULATED
#ifdef __CUDACC_RDC__
namespace romp {
template <class> __device__ arena arena_of_image = {};
ROMP_FN const arena &image_arena() { return arena_of_image<void>; }
} // namespace romp
#else
extern "C" {
__device__ romp::arena romp_arena = {};
}
namespace romp {
ROMP_FN const arena &image_arena() { return romp_arena; }
} // namespace romp
#endif
#endif

namespace romp {

struct team_stack {
    char *top, *end;
    char *low, *high; // the part in shared memory
    char *slice;      // null until claimed
    unsigned long long bytes;
    unsigned long long number;
};

ROMP_TEAM_STORAGE(team_stack, memory)

namespace detail {

#ifdef ROMP_EMULATED

ROMP_FN void claim_slice(team_stack &s)
{
    uint64_t bytes;
    s.slice = (char *)romp_emulated_claim_slice(emulated::here.device, &bytes);
    s.bytes = bytes;
}
ROMP_FN void release_slice(team_stack &s) { romp_emulated_release_slice(emulated::here.device, s.slice); }
ROMP_FN void slice_is_full(unsigned long long asked, unsigned long long left, unsigned long long bytes)
{
    romp_emulated_slice_is_full(asked, left, bytes);
}

#else

// There are as many slices as blocks can be resident, so that one is always free.
inline __device__ __noinline__ void claim_slice(team_stack &s)
{
    const arena a = image_arena();
    s.bytes = 0;
    if (a.slices == 0)
        return;
    unsigned long long k = team() % a.slices;
    while (atomicCAS(a.taken + k, 0u, 1u) != 0)
        k = k + 1 < a.slices ? k + 1 : 0;
    __threadfence();
    s.slice = a.base + k * a.bytes;
    s.bytes = a.bytes;
    s.number = k;
}
ROMP_FN void release_slice(team_stack &s)
{
    __threadfence();
    atomicExch(image_arena().taken + s.number, 0u);
}
inline __device__ __noinline__ void slice_is_full(unsigned long long asked, unsigned long long left, unsigned long long bytes)
{
    printf("romp: team %u: shared variables need %llu bytes, of the team's %llu in ROMP_TEAM_ARENA %llu are left\n",
           team(), asked, bytes, left);
    __trap();
}

#endif

} // namespace detail

ROMP_FN void start_team_memory(void *shared = nullptr, unsigned bytes = 0)
{
    team_stack &s = memory();
    s.top = s.low = (char *)shared;
    s.end = s.high = (char *)shared + bytes;
    s.slice = nullptr;
}

ROMP_FN void end_team_memory()
{
    if (memory().slice)
        detail::release_slice(memory());
}

ROMP_FN char *team_mark() { return memory().top; }

// Aligned to 16 bytes.
ROMP_FN void *team_alloc(unsigned long long bytes)
{
    team_stack &s = memory();
    bytes = (bytes + 15) / 16 * 16;
    if (bytes > (unsigned long long)(s.end - s.top)) {
        if (s.end == s.high) {
            if (!s.slice)
                detail::claim_slice(s);
            s.top = s.slice;
            s.end = s.slice + s.bytes;
        }
        if (bytes > (unsigned long long)(s.end - s.top))
            detail::slice_is_full(bytes, (unsigned long long)(s.end - s.top), s.bytes);
    }
    char *const at = s.top;
    s.top += bytes;
    return at;
}

// All that was allocated since the mark.
ROMP_FN void team_free(char *mark)
{
    team_stack &s = memory();
    s.top = mark;
    if (mark >= s.low && mark <= s.high)
        s.end = s.high;
}

// A struct of variables in the team's memory; in a region, where they are the thread's own, in the thread's.
template <class T> struct team_frame {
    static_assert(alignof(T) <= 16, "team memory is aligned to 16 bytes");
    T own;
    T *at;
    char *mark;

    ROMP_FN team_frame()
    {
        const bool shared = in_sequential_part();
        mark = shared ? team_mark() : nullptr;
        at = shared ? (T *)team_alloc(sizeof(T)) : &own;
    }
    ROMP_FN ~team_frame()
    {
        if (at != &own)
            team_free(mark);
    }
    team_frame(const team_frame &) = delete;
    ROMP_FN T *operator->() const { return at; }
    ROMP_FN T &operator*() const { return *at; }
};

// An array of variable length that the sequential part shares with its regions, to the end of its scope.
template <class T> struct team_array {
    static_assert(alignof(T) <= 16, "team memory is aligned to 16 bytes");
    char *mark;
    T *at;

    ROMP_FN explicit team_array(unsigned long long count)
        : mark(team_mark()), at((T *)team_alloc(detail::array_bytes<T>(count)))
    {
    }
    ROMP_FN ~team_array() { team_free(mark); }
    team_array(const team_array &) = delete;
};

// The same in a function: in a region, where its variables are the thread's own, so is the array.
template <class T> struct frame_array {
    static_assert(alignof(T) <= 16, "team memory is aligned to 16 bytes");
    unsigned long long count;
    bool shared;
    char *mark;
    T *at;

    ROMP_FN explicit frame_array(unsigned long long count)
        : count(count), shared(in_sequential_part()), mark(shared ? team_mark() : nullptr),
          at(shared ? (T *)team_alloc(detail::array_bytes<T>(count)) : detail::heap_array<T>(count))
    {
    }
    ROMP_FN ~frame_array()
    {
        if (shared)
            team_free(mark);
        else
            detail::heap_free(at, detail::array_bytes<T>(count));
    }
    frame_array(const frame_array &) = delete;
};

} // namespace romp
#endif
