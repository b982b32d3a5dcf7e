// romp/team_memory.cuh: storage of a team for variables that sequential code shares with a region.
//
//     romp::start_team_memory(team_stack);            the master or thread 0, first
//     romp::team_frame<frame> f("f");                 the variables: f->x; gone at the end of the scope
//     romp::team_array<double> v(n, "v");             an array of variable length: v.at; gone likewise
//     char *mark = romp::team_mark();                 the same by hand
//     double *v = (double *)romp::team_alloc(n * sizeof(double), "v");
//     romp::team_free(mark);
//     romp::end_team_memory();                        the same thread, at the kernel's end
//
// A stack in the team's slice of what the launch brings (`romp_team_stack(bytes)` in its list, or `romp_team_arena`).
// Where there are fewer slices than teams, a team claims one when it first needs it. What does not fit ends the
// kernel, and says whose it is. Used by one thread of the team at a time: by code of the sequential part. Needs
// romp/state.cuh started.
#ifndef ROMP_TEAM_MEMORY_CUH
#define ROMP_TEAM_MEMORY_CUH

namespace romp {

struct alignas(16) team_stack {
    char *top, *end; // null until the slice is claimed
    unsigned long long number;
    team_slices all;
};
static_assert(sizeof(team_stack) == 64, "the translator plans with this size");

ROMP_TEAM_STORAGE(team_stack, memory)

namespace detail {

// For messages: the name of a function with variables there, or of an array.
#ifdef ROMP_EMULATED
ROMP_FN void slice_is_full(unsigned long long asked, unsigned long long left, const char *what)
{
    char text[400];
    const unsigned long long bytes = memory().all.bytes;
    snprintf(text, sizeof text,
             "%s, which its team shares, needs %llu bytes, and of the team's %llu bytes %llu are left; "
             "ROMP_TEAM_ARENA=%llu would do for this one",
             what, asked, bytes, left, bytes - left + asked);
    fail(text);
}
#else
inline __device__ __noinline__ void slice_is_full(unsigned long long asked, unsigned long long left, const char *what)
{
    const unsigned long long bytes = memory().all.bytes;
    printf("romp: team %u: %s, which the team shares, needs %llu bytes, and of the team's %llu bytes %llu are left; "
           "ROMP_TEAM_ARENA=%llu would do for this one\n",
           team(), what, asked, bytes, left, bytes - left + asked);
    __trap();
}
#endif

ROMP_FN void claim_stack(team_stack &s)
{
    s.number = s.all.count < teams() ? free_slice(s.all) : team();
    s.top = s.all.base + s.number * s.all.bytes;
    s.end = s.top + s.all.bytes;
}

} // namespace detail

ROMP_FN void start_team_memory(const team_slices &all)
{
    team_stack &s = memory();
    s.top = s.end = nullptr;
    s.all = all;
}

ROMP_FN void end_team_memory()
{
    team_stack &s = memory();
    if (!s.end || s.all.count >= teams())
        return;
    fence();
    atomics::exchange(s.all.taken + s.number, 0u);
}

ROMP_FN char *team_mark() { return memory().top; }

// Allocates, aligned to 16 bytes. `what` names the variable in the message where it does not fit.
ROMP_FN void *team_alloc(unsigned long long bytes, const char *what)
{
    team_stack &s = memory();
    bytes = detail::whole_lines(bytes);
    if (!s.end)
        detail::claim_stack(s);
    if (bytes > (unsigned long long)(s.end - s.top))
        detail::slice_is_full(bytes, (unsigned long long)(s.end - s.top), what);
    char *const at = s.top;
    s.top += bytes;
    return at;
}

// Frees all that was allocated since the mark.
ROMP_FN void team_free(char *mark)
{
    team_stack &s = memory();
    s.top = mark || !s.end ? mark : s.end - s.all.bytes;
}

// Memory with a stricter alignment than the stack's, which takes `align - 16` bytes more.
template <class T>
ROMP_FN T *team_place(unsigned long long bytes, const char *what, unsigned long long align = detail::array_align<T>)
{
    const unsigned long long at = (unsigned long long)team_alloc(bytes + align - 16, what);
    return (T *)((at + align - 1) & ~(align - 1));
}

namespace detail {

// An array in it. On the emulated device each is an allocation, which accesses are checked against; how much a team
// may have is the same.
#ifdef ROMP_EMULATED
template <class T> ROMP_FN T *team_elements(unsigned long long count, const char *name, unsigned align)
{
    const unsigned long long bytes = array_bytes<T>(count);
    team_place<T>(bytes, name, align);
    void *const at = romp_emulated_allocate(emulated::here.device, bytes, align, name);
    if (!at)
        fail("the device has no memory left for an array of variable length");
    return (T *)at;
}
ROMP_FN void free_team_elements(void *at) { romp_emulated_free(emulated::here.device, at, true); }
#else
template <class T> ROMP_FN T *team_elements(unsigned long long count, const char *name, unsigned align)
{
    return team_place<T>(array_bytes<T>(count), name, align);
}
ROMP_FN void free_team_elements(void *) {}
#endif

} // namespace detail

// A struct of variables of a function: in the team's memory where it is called from the sequential part; in the
// thread's local memory where it is called in a region.
template <class T> struct team_frame {
    T own;
    T *at;
    char *mark;

    ROMP_FN explicit team_frame(const char *what)
    {
        const bool shared = in_sequential_part();
        mark = shared ? team_mark() : nullptr;
        at = shared ? team_place<T>(sizeof(T), what) : &own;
        begins(*at);
    }
    ROMP_FN ~team_frame()
    {
        ends(*at);
        if (at != &own)
            team_free(mark);
    }
    team_frame(const team_frame &) = delete;
    ROMP_FN T *operator->() const { return at; }
    ROMP_FN T &operator*() const { return *at; }
};

// An array of variable length that the sequential part shares with its regions, to the end of its scope.
template <class T> struct team_array {
    char *mark;
    T *at;

    ROMP_FN explicit team_array(unsigned long long count, const char *name, unsigned align = detail::array_align<T>)
        : mark(team_mark()), at(detail::team_elements<T>(count, name, align))
    {
    }
    ROMP_FN ~team_array()
    {
        detail::free_team_elements((void *)at);
        team_free(mark);
    }
    team_array(const team_array &) = delete;
};

// An array of variable length of a function: shared by the team where the function is called from the sequential part;
// the thread's own, as its other variables, where it is called in a region.
template <class T> struct frame_array {
    unsigned long long count;
    unsigned align;
    char *mark = nullptr;
    detail::stack_place own{};
    T *at;

    ROMP_FN explicit frame_array(unsigned long long count, const char *name, unsigned align = detail::array_align<T>)
        : count(count), align(align)
    {
        if (in_sequential_part()) {
            mark = team_mark();
            at = detail::team_elements<T>(count, name, align);
        } else {
            own = detail::stack_alloc(detail::array_bytes<T>(count), align, name);
            at = (T *)own.at;
        }
    }
    ROMP_FN ~frame_array()
    {
        if (own.at) {
            detail::stack_free(own, detail::array_bytes<T>(count), align);
        } else {
            detail::free_team_elements((void *)at);
            team_free(mark);
        }
    }
    frame_array(const frame_array &) = delete;
};

} // namespace romp
#endif
