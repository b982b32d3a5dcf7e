// romp/routines.cuh: the omp_* routines as device code sees them.
//
// romp::sequential is for code of a target or teams region outside of any parallel region; romp::parallel is for
// code inside one that all threads of the team execute. The translator knows which one applies.
#ifndef ROMP_ROUTINES_CUH
#define ROMP_ROUTINES_CUH

namespace romp {

// omp_set_num_threads for a region that keeps the nthreads-var of each task in a variable, `own`.
ROMP_FN void set_max_threads(int &own, int n)
{
    if (n > 0)
        own = n;
}

namespace common {

ROMP_FN int omp_get_team_num() { return (int)team(); }
ROMP_FN int omp_get_num_teams() { return (int)teams(); }
ROMP_FN int omp_is_initial_device() { return 0; }
ROMP_FN int omp_get_device_num() { return device_number(); }
ROMP_FN int omp_get_thread_limit() { return (int)threads(); }
ROMP_FN int omp_get_num_procs() { return (int)threads(); }
ROMP_FN double omp_get_wtime() { return wtime(); }
ROMP_FN double omp_get_wtick() { return wtick(); }
ROMP_FN int omp_get_dynamic() { return 0; }
ROMP_FN int omp_get_nested() { return 0; }
// These routines depend neither on the number of threads nor on the levels of active regions.
ROMP_FN void omp_set_dynamic(int) {}
ROMP_FN void omp_set_nested(int) {}
// More than one level is limited to one: nested parallel regions have one thread.
ROMP_FN void omp_set_max_active_levels(int levels)
{
    if (levels == 0)
        fail("omp_set_max_active_levels(0): put `if(0)` on the parallel regions instead");
}
ROMP_FN int omp_get_max_active_levels() { return 1; }
ROMP_FN int omp_get_supported_active_levels() { return 1; }
ROMP_FN int omp_in_final() { return 0; }
ROMP_FN int omp_get_cancellation() { return (int)icvs().cancellation; }
ROMP_FN int omp_get_proc_bind() { return 0; } // omp_proc_bind_false
ROMP_FN int omp_get_num_places() { return 0; }
ROMP_FN int omp_get_place_num() { return -1; }
ROMP_FN int omp_get_partition_num_places() { return 0; }
ROMP_FN int omp_get_max_task_priority() { return 0; }
// An upper bound on the teams of a construct without num_teams (5.2, 18.4.4): the launch chooses by the number of
// iterations, up to the limit of CUDA's grids.
ROMP_FN int omp_get_max_teams() { return 0x7fffffff; }
ROMP_FN int omp_get_teams_thread_limit() { return (int)threads(); }

} // namespace common

namespace sequential {

using namespace common;
ROMP_FN int omp_get_thread_num() { return 0; }
ROMP_FN int omp_get_num_threads() { return 1; }
ROMP_FN int omp_get_max_threads() { return (int)threads(); }
ROMP_FN int omp_in_parallel() { return 0; }
ROMP_FN int omp_get_level() { return 0; }
ROMP_FN int omp_get_active_level() { return 0; }
ROMP_FN int omp_get_ancestor_thread_num(int level) { return level == 0 ? 0 : -1; }
ROMP_FN int omp_get_team_size(int level) { return level == 0 ? 1 : -1; }
// Without effect, because no region follows that it could concern.
ROMP_FN void omp_set_num_threads(int) {}

} // namespace sequential

namespace detail {

// A thread number for the program, which may choose by it the memory that it uses. Checks note that it was read.
ROMP_FN int asked_for(unsigned number)
{
    note_unit(thread_number_read);
    return (int)number;
}

} // namespace detail

namespace parallel {

using namespace common;
ROMP_FN int omp_get_thread_num() { return detail::asked_for(thread()); }
ROMP_FN int omp_get_num_threads() { return (int)threads(); }
// nthreads-var, though a parallel region nested in one gets a single thread on the device.
ROMP_FN int omp_get_max_threads() { return (int)threads(); }
ROMP_FN int omp_in_parallel() { return threads() > 1; }
ROMP_FN int omp_get_level() { return 1; }
ROMP_FN int omp_get_active_level() { return threads() > 1; }
ROMP_FN int omp_get_ancestor_thread_num(int level)
{
    return level == 0 ? 0 : level == 1 ? detail::asked_for(thread()) : -1;
}
ROMP_FN int omp_get_team_size(int level) { return level == 0 ? 1 : level == 1 ? (int)threads() : -1; }

} // namespace parallel

namespace parallel {
// Without effect on regions nested in this one, which have one thread in any case.
ROMP_FN void omp_set_num_threads(int) {}
} // namespace parallel

// In a region of fewer threads than the block, or nested in another; the team is the first argument.
namespace region {

using namespace common;
template <class T> ROMP_FN int omp_get_thread_num(T team) { return detail::asked_for(team.thread()); }
template <class T> ROMP_FN int omp_get_num_threads(T team) { return (int)team.threads(); }
ROMP_FN void omp_set_num_threads(int) {}
// nthreads-var, though a region nested in this one has one thread.
template <class T> ROMP_FN int omp_get_max_threads(T) { return (int)threads(); }

template <class T> ROMP_FN int omp_get_level(T) { return 1; }
template <class T> ROMP_FN int omp_get_level(nested_team<T> team) { return omp_get_level(team.outer) + 1; }

template <class T> ROMP_FN int omp_get_active_level(T team) { return team.threads() > 1; }
template <class T> ROMP_FN int omp_get_active_level(nested_team<T> team) { return omp_get_active_level(team.outer); }
template <class T> ROMP_FN int omp_in_parallel(T team) { return omp_get_active_level(team) > 0; }

template <class T> ROMP_FN int omp_get_ancestor_thread_num(T team, int level)
{
    return level == 0 ? 0 : level == 1 ? detail::asked_for(team.thread()) : -1;
}
template <class T> ROMP_FN int omp_get_ancestor_thread_num(nested_team<T> team, int level)
{
    return level == omp_get_level(team) ? 0 : omp_get_ancestor_thread_num(team.outer, level);
}
template <class T> ROMP_FN int omp_get_team_size(T team, int level)
{
    return level == 0 ? 1 : level == 1 ? (int)team.threads() : -1;
}
template <class T> ROMP_FN int omp_get_team_size(nested_team<T> team, int level)
{
    return level == omp_get_level(team) ? 1 : omp_get_team_size(team.outer, level);
}

} // namespace region

} // namespace romp
#endif
