// romp/taskloops.cuh: taskloop, iterations in tasks of about equal size (OpenMP 5.2, 12.6).
//
//     romp::taskloop(omp, true, false, trips, romp::tasks_of_grain(trips, 10), [=](auto from, auto to) { ... });
#ifndef ROMP_TASKLOOPS_CUH
#define ROMP_TASKLOOPS_CUH

namespace romp {

namespace detail {

template <class F> struct chunk_of_loop {
    F body;
    unsigned long long from, to;
    ROMP_FN void operator()() { body(from, to); }
};

} // namespace detail

// taskloop: `tasks` of about equal size, `body(from, to)` each, of iterations 0 to trips - 1.
template <class T, class F, bool = T::is_team>
ROMP_FN void taskloop(T team, bool deferred, bool is_final, unsigned long long trips, unsigned long long tasks, F body)
{
    const auto all = clauses(deferred, is_final, false);
    const unsigned long long each = trips / tasks, more = trips % tasks;
    unsigned long long from = 0;
    for (unsigned long long k = 0; k < tasks; k++) {
        const unsigned long long to = from + each + (k < more);
        task(team, all, detail::chunk_of_loop<F>{body, from, to});
        from = to;
    }
}
template <class F> ROMP_FN void taskloop(bool deferred, bool is_final, unsigned long long trips, unsigned long long tasks, F body)
{
    taskloop(block_team(), deferred, is_final, trips, tasks, body);
}

// How many tasks a taskloop has: by grainsize, by num_tasks, and where nothing says.
ROMP_FN unsigned long long tasks_of_grain(unsigned long long trips, long long grain)
{
    const unsigned long long most = grain < 1 ? trips : trips / (unsigned long long)grain;
    return most ? most : 1;
}
ROMP_FN unsigned long long tasks_of_strict_grain(unsigned long long trips, long long grain)
{
    return grain < 1 ? trips : (trips + grain - 1) / grain;
}
ROMP_FN unsigned long long tasks_of_number(unsigned long long trips, long long number)
{
    const unsigned long long most = number < 1 ? 1 : (unsigned long long)number;
    return most < trips ? most : trips ? trips : 1;
}
template <class T, bool = T::is_team> ROMP_FN unsigned long long tasks_of_team(T team, unsigned long long trips)
{
    const unsigned warps = (team.threads() + 31) / 32;
    return tasks_of_number(trips, team.threads() < 8 * warps ? team.threads() : 8 * warps);
}
ROMP_FN unsigned long long tasks_of_team(unsigned long long trips) { return tasks_of_team(block_team(), trips); }

} // namespace romp
#endif
