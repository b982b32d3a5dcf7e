// romp/state.cuh: what functions ask that are called from sequential code and from regions alike.
//
// A kernel that calls such a function starts the state before anything else, by all its threads:
//
//     romp::start_state(romp::threads());     all threads run the kernel's region (has a barrier)
//     romp::start_state(0);                   fork-join; the first fork tells the workers
//
// and, where it is fork-join, uses the state's own fork_point: romp::next_region(romp::state().work),
// `case 0: romp::run_orphaned(); break;`, romp::fork_region(1, size), romp::finish(romp::state().work).
// Kernels that need none of this have no state.
#ifndef ROMP_STATE_CUH
#define ROMP_STATE_CUH

namespace romp {

struct alignas(16) team_state {
    fork_point work;          // size: of the parallel region; 0 in the sequential part
    void (*function)(void *); // what region 0 runs
    void *frame;              // the region's variables
    unsigned limit;           // most threads that a region may have
    unsigned wanted;          // omp_set_num_threads; 0: not called
    bool tasks;               // the team's threads run tasks of each other (romp/tasks.cuh)
    bool orders;              // threads have said which ordered loop they run (romp/ordered.cuh)
    // Regions of one thread that each thread is in, inside the region or the sequential part.
    unsigned char nested[1024];
};
static_assert(sizeof(team_state) == 1072, "the translator counts it");

ROMP_TEAM_STORAGE(team_state, state)

// `size` threads run a region from the start; 0: a master does, and forks. `limit`: 0, what the block has.
ROMP_FN void start_state(unsigned size, unsigned limit = 0)
{
    team_state &s = state();
    s.nested[thread()] = 0;
    if (size ? thread() == 0 : is_master()) {
        s.work.size = size;
        s.limit = limit ? limit : size ? threads() : workers();
        s.wanted = 0;
        s.tasks = false;
        s.orders = false;
        ready_partial_barrier();
    }
    if (size)
        team_barrier();
}

// One thread of a kernel without workers, around what it runs alone between two barriers: 0, and the
// region's size again.
ROMP_FN void set_region_size(unsigned size) { state().work.size = size; }

// This thread runs code that no other thread of the team runs: a parallel construct may fork here.
ROMP_FN bool in_sequential_part() { return state().work.size == 0 && state().nested[thread()] == 0; }

// A parallel region of this thread alone, until it is left.
struct nested_region {
    ROMP_FN nested_region()
    {
        if (++state().nested[thread()] == 0)
            fail("more than 255 parallel regions inside each other");
    }
    ROMP_FN ~nested_region() { state().nested[thread()]--; }
    nested_region(const nested_region &) = delete;
};

// The threads that run this function together: known when it is called, and the same until it returns.
struct orphan_team {
    static constexpr bool is_team = true;
    unsigned me, n;

    ROMP_FN orphan_team()
    {
        // Both at once: one waits for neither.
        const unsigned size = state().work.size, nested = state().nested[romp::thread()];
        const bool together = (size != 0) & (nested == 0);
        me = together ? romp::thread() : 0;
        n = together ? size : 1;
    }
    ROMP_FN unsigned thread() const { return me; }
    ROMP_FN unsigned threads() const { return n; }
    ROMP_FN bool has_me() const { return true; }
    ROMP_FN void barrier(source_place at = {}) const
    {
        if (n % 32 == 0)
            warps_barrier(n, at);
        else if (n > 32 && n != romp::threads())
            partial_barrier(partial_arrival(n), n, at);
        else if (n == 1) // any lane
            return;
        else if (n == romp::threads())
            team_barrier(at);
        else
            lanes_barrier(n, at);
    }
};

// The same for code with several barriers: what kind they are is asked for once.
struct waiting_orphan_team : orphan_team {
    bool whole, uneven, lanes;
    partial_arrival my;

    ROMP_FN waiting_orphan_team()
        : whole(among_lanes(n % 32 == 0)), uneven(!whole && among_lanes(n > 32 && n != romp::threads())),
          lanes(!whole && !uneven && among_lanes(n > 1 && n != romp::threads())), my(partial_arrival::kept(n))
    {
    }
    ROMP_FN void barrier(source_place at = {}) const
    {
        if (whole)
            warps_barrier(n, at);
        else if (uneven)
            partial_barrier(my, n, at);
        else if (lanes)
            lanes_barrier(n, at);
        else if (n != 1)
            team_barrier(at);
    }
};

// num_threads(n), and without the clause: the threads that a region forked now gets.
ROMP_FN unsigned orphaned_size(long long n) { return region_size(n, state().limit); }
ROMP_FN unsigned orphaned_size()
{
    const unsigned wanted = state().wanted;
    return wanted ? orphaned_size(wanted) : state().limit;
}

// The master of a kernel with state: a region that the kernel's switch knows, from its start to its end.
ROMP_FN void fork_region(unsigned number, unsigned size, source_place at = {})
{
    team_state &s = state();
    s.work.region = number;
    s.work.size = size;
    fork_signal(at);
    join_wait(at);
    s.work.size = 0;
}

// The same from a function: the region's variables are in `frame` (romp/team_memory.cuh). Number 0: one
// that the kernel does not know, which runs `function`.
ROMP_FN void fork_orphaned(unsigned number, void (*function)(void *), void *frame, unsigned size, source_place at = {})
{
    team_state &s = state();
    s.function = function;
    s.frame = frame;
    fork_region(number, size, at);
}

// A kernel of one thread a team, which has no workers.
ROMP_FN void start_state_alone()
{
    team_state &s = state();
    s.nested[0] = 0;
    s.work.size = 0;
    s.limit = 1;
    s.wanted = 0;
    s.tasks = false;
    s.orders = false;
}

// What a region shares that shares nothing.
struct no_frame {};

// A parallel construct in a function: of the whole team from sequential code, of this thread in a region.
template <class F>
ROMP_FN void parallel_region(unsigned number, void (*function)(F &), F &frame, unsigned size, source_place at = {})
{
    if (in_sequential_part() && state().limit > 1) {
        fork_orphaned(number, number ? nullptr : (void (*)(void *))function, &frame, size, at);
    } else {
        const nested_region alone;
        function(frame);
    }
}

// Workers: a region of a function that the kernel knows.
template <class F> ROMP_FN void run_region(void (*function)(F &))
{
    if (thread() < state().work.size)
        function(*(F *)state().frame);
}

// Workers, in region 0.
ROMP_FN void run_orphaned()
{
    team_state &s = state();
    if (thread() < s.work.size)
        s.function(s.frame);
}

// The omp_* routines in such functions.
namespace orphaned {

using namespace common;

ROMP_FN int omp_get_thread_limit() { return (int)state().limit; }
ROMP_FN int omp_get_num_procs() { return (int)state().limit; }
ROMP_FN int omp_get_teams_thread_limit() { return (int)state().limit; }
ROMP_FN int omp_get_thread_num() { return (int)orphan_team().thread(); }
ROMP_FN int omp_get_num_threads() { return (int)orphan_team().threads(); }
ROMP_FN int omp_get_level() { return (state().work.size != 0) + state().nested[thread()]; }
ROMP_FN int omp_get_active_level() { return state().work.size > 1; }
ROMP_FN int omp_in_parallel() { return state().work.size > 1; }
// nthreads-var, though a parallel region in a region gets a single thread.
ROMP_FN int omp_get_max_threads()
{
    return (int)(state().wanted ? state().wanted : state().limit);
}
// Each thread's own in a region, where nothing asks for it; the team's in the sequential part.
ROMP_FN void omp_set_num_threads(int n)
{
    if (n > 0 && in_sequential_part())
        state().wanted = (unsigned)n;
}
// All levels but the first of a region of several threads have one thread, number 0.
ROMP_FN int omp_get_ancestor_thread_num(int level)
{
    if (level < 0 || level > omp_get_level())
        return -1;
    return level == 1 && state().work.size != 0 ? (int)thread() : 0;
}
ROMP_FN int omp_get_team_size(int level)
{
    if (level < 0 || level > omp_get_level())
        return -1;
    return level == 1 && state().work.size != 0 ? (int)state().work.size : 1;
}

} // namespace orphaned

} // namespace romp
#endif
