// romp/taskloops.cuh: taskloop, iterations in tasks of about equal size (OpenMP 5.2, 12.6).
//
//     romp::taskloop(omp, trips, romp::tasks_of_grain(trips, 10), [=](auto from, auto to) { ... });
//     romp::taskloop(omp, romp::clauses(romp::final_if(n < 5)), trips, romp::tasks_of_team(omp, trips), [=] ...);
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

// How iterations 0 to trips - 1 are divided among tasks: `each` for a task, and one more for the first `more`.
struct loop_tasks {
    unsigned long long number, each, more;
};

// taskloop: calls `body(from, to)` in each task.
template <class T, class F, bool = T::is_team>
ROMP_FN void taskloop(T team, const task_clauses<0> &clauses, unsigned long long trips, loop_tasks tasks, F body)
{
    unsigned long long from = 0;
    for (unsigned long long k = 0; k < tasks.number; k++) {
        const unsigned long long size = tasks.each + (k < tasks.more), left = trips - from;
        const unsigned long long to = from + (size < left ? size : left);
        task(team, clauses, detail::chunk_of_loop<F>{body, from, to});
        from = to;
    }
}
template <class T, class F, bool = T::is_team> ROMP_FN void taskloop(T team, unsigned long long trips, loop_tasks tasks, F body)
{
    taskloop(team, clauses(), trips, tasks, body);
}
template <class F> ROMP_FN void taskloop(const task_clauses<0> &clauses, unsigned long long trips, loop_tasks tasks, F body)
{
    taskloop(block_team(), clauses, trips, tasks, body);
}
template <class F> ROMP_FN void taskloop(unsigned long long trips, loop_tasks tasks, F body)
{
    taskloop(block_team(), clauses(), trips, tasks, body);
}

// The division by num_tasks, by grainsize, and without a clause. No iterations make no tasks.
ROMP_FN loop_tasks tasks_of_number(unsigned long long trips, long long number)
{
    const unsigned long long most = number < 1 ? 1 : (unsigned long long)number, tasks = most < trips ? most : trips;
    return tasks ? loop_tasks{tasks, trips / tasks, trips % tasks} : loop_tasks{0, 0, 0};
}
ROMP_FN loop_tasks tasks_of_grain(unsigned long long trips, long long grain)
{
    const unsigned long long most = grain < 1 ? trips : trips / (unsigned long long)grain;
    return tasks_of_number(trips, (long long)most);
}
// grainsize(strict: n): all tasks but the last have just as many.
ROMP_FN loop_tasks tasks_of_strict_grain(unsigned long long trips, long long grain)
{
    const unsigned long long each = grain < 1 ? 1 : (unsigned long long)grain;
    return {trips / each + (trips % each != 0), each, 0};
}
template <class T, bool = T::is_team> ROMP_FN loop_tasks tasks_of_team(T team, unsigned long long trips)
{
    const unsigned warps = (team.threads() + 31) / 32;
    return tasks_of_number(trips, team.threads() < 8 * warps ? team.threads() : 8 * warps);
}
ROMP_FN loop_tasks tasks_of_team(unsigned long long trips) { return tasks_of_team(block_team(), trips); }

} // namespace romp
#endif
