// romp/state.cuh: what functions need to know that are called from the sequential part and from parallel regions
// alike.
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
static_assert(sizeof(team_state) == 1072, "the translator plans with this size");

ROMP_TEAM_STORAGE(team_state, state)

// Starts the state: `size` threads execute a region from the start; with 0, a master executes the sequential part
// and forks. `limit` is the most threads of a region, 0 for those of the block.
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

// In a kernel without workers, one thread sets 0 before it executes the sequential part alone between two
// barriers, and the region's size again behind it.
ROMP_FN void set_region_size(unsigned size) { state().work.size = size; }

// Whether this thread executes code that no other thread of the team does, so that a parallel construct may fork
// here.
ROMP_FN bool in_sequential_part() { return state().work.size == 0 && state().nested[thread()] == 0; }

// A parallel region of this thread alone, until the end of the scope.
struct nested_region {
    ROMP_FN nested_region()
    {
        if (++state().nested[thread()] == 0)
            fail("more than 255 parallel regions inside each other");
    }
    ROMP_FN ~nested_region() { state().nested[thread()]--; }
    nested_region(const nested_region &) = delete;
};

// The threads that execute this function together; known when it is called, and the same until it returns.
struct orphan_team {
    static constexpr bool is_team = true;
    unsigned me, n;

    ROMP_FN orphan_team()
    {
        // Both words are read before either is tested, so that the loads do not wait for each other.
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

// Such a team in code with several barriers: the kind of its barrier is determined once.
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

// The number of threads of a region that is forked now, with num_threads(n) and without the clause.
ROMP_FN unsigned orphaned_size(long long n) { return region_size(n, state().limit); }
ROMP_FN unsigned orphaned_size()
{
    const unsigned wanted = state().wanted;
    return wanted ? orphaned_size(wanted) : state().limit;
}

// For the master of a kernel with state: executes a region that the kernel's switch knows, from its start to its
// end.
ROMP_FN void fork_region(unsigned number, unsigned size, source_place at = {})
{
    team_state &s = state();
    s.work.region = number;
    s.work.size = size;
    fork_signal(at);
    join_wait(at);
    s.work.size = 0;
}

// Executes a region of a function, whose variables are in `frame` (romp/team_memory.cuh). With number 0 the
// kernel's switch does not know the region, and the workers call `function`.
ROMP_FN void fork_orphaned(unsigned number, void (*function)(void *), void *frame, unsigned size, source_place at = {})
{
    team_state &s = state();
    s.function = function;
    s.frame = frame;
    fork_region(number, size, at);
}

// The calls of a kernel with one thread a team, which has no workers.
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

// The frame of a region without shared variables.
struct no_frame {};

// A parallel construct in a function: executed by the whole team from sequential code, by this thread in a region.
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

// For workers: executes a region of a function that the kernel knows.
template <class F> ROMP_FN void run_region(void (*function)(F &))
{
    if (thread() < state().work.size)
        function(*(F *)state().frame);
}

// For workers, in region 0: calls the function of the region.
ROMP_FN void run_orphaned()
{
    team_state &s = state();
    if (thread() < s.work.size)
        s.function(s.frame);
}

// The omp_* routines in functions with state.
namespace orphaned {

using namespace common;

ROMP_FN int omp_get_thread_limit() { return (int)state().limit; }
ROMP_FN int omp_get_num_procs() { return (int)state().limit; }
ROMP_FN int omp_get_teams_thread_limit() { return (int)state().limit; }
ROMP_FN int omp_get_thread_num() { return detail::asked_for(orphan_team().thread()); }
ROMP_FN int omp_get_num_threads() { return (int)orphan_team().threads(); }
ROMP_FN int omp_get_level() { return (state().work.size != 0) + state().nested[thread()]; }
ROMP_FN int omp_get_active_level() { return state().work.size > 1; }
ROMP_FN int omp_in_parallel() { return state().work.size > 1; }
// nthreads-var. A parallel region nested in a region gets a single thread whatever its value is.
ROMP_FN int omp_get_max_threads()
{
    return (int)(state().wanted ? state().wanted : state().limit);
}
// nthreads-var belongs to each thread in a region, where nothing reads it, and to the team in the sequential part.
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
