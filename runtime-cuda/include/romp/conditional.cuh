// romp/conditional.cuh: lastprivate(conditional: x), the value of the last iteration that assigned x.
//
//     romp::conditional<int> x_last;
//     for (auto k : romp::team_for(trips)) {
//         if (...)
//             x_last.assign() = ...;          for `x = ...`; other uses of x are x_last.value
//         x_last.end(k);
//     }
//     romp::leave_last(x_last, x);            by all threads of the team
//
// Each thread keeps the number of its last iteration with an assignment, and the value; the thread of the team
// with the highest number writes the original. The loop alone decides which thread that is, so that the result does
// not change from run to run. Sections count as iterations.
#ifndef ROMP_CONDITIONAL_CUH
#define ROMP_CONDITIONAL_CUH

namespace romp {

template <class V> struct conditional {
    V value;                          // the private variable
    V kept{};                         // what it was after the last iteration that assigned it
    unsigned long long iteration = 0; // which one that was, counted from 1; 0: none
    bool assigned = false;            // in the present iteration

    ROMP_FN conditional() {}
    // The variable is firstprivate, too.
    ROMP_FN explicit conditional(const V &original) : value(original) {}

    ROMP_FN V &assign()
    {
        assigned = true;
        return value;
    }
    ROMP_FN void end(unsigned long long k)
    {
        if (!assigned)
            return;
        kept = value;
        iteration = k + 1;
        assigned = false;
    }
};

namespace detail {

struct alignas(16) last_iteration {
    unsigned long long number;
};
static_assert(sizeof(last_iteration) == 16, "the translator plans with this size");
// A template, so that kernels without conditional lastprivate variables have no such variable.
template <class> ROMP_TEAM_SHARED last_iteration last_assignment;

} // namespace detail

// Writes the value of the last iteration that assigned the variable to the original. It ends with a barrier: all
// threads read the new value behind it.
template <class T, class V, class O, bool = T::is_team>
ROMP_FN void leave_last(T team, const conditional<V> &own, O &original)
{
    if (team.threads() == 1) {
        if (own.iteration)
            original = own.kept;
        return;
    }
    unsigned long long *last = &detail::last_assignment<void>.number;
    if (team.thread() == 0)
        *last = 0;
    team.barrier();
    if (own.iteration)
        atomics::fetch_max(last, own.iteration);
    team.barrier();
    if (own.iteration && own.iteration == *last)
        original = own.kept;
    // The next one begins with 0.
    team.barrier();
}
template <class V, class O> ROMP_FN void leave_last(const conditional<V> &own, O &original)
{
    leave_last(block_team(), own, original);
}

} // namespace romp
#endif
