// romp/reduction_turns.cuh: reductions over teams that a kernel may execute several times (OpenMP 5.2, 5.5.8 and 11.7).
//
//     romp::reduce_by_turns(romp_reduction_turns, romp::plus(sum, sum_private));
//
// A launch's scratch memory serves one reduction. Of several ones, or of one in a loop, a team may come to the next
// before another has come to the first. There each team adds its result to the originals, one team after the other:
// in any order, so that rounding may differ from run to run. The lock is that of all such reductions of a program.
#ifndef ROMP_REDUCTION_TURNS_CUH
#define ROMP_REDUCTION_TURNS_CUH

namespace romp {

// At the end of a construct of the whole league. The originals can be read after the kernel.
template <class Team, class... R, bool = Team::is_team>
ROMP_FN void reduce_by_turns(Team team, queue_lock &lock, R... items)
{
    const auto all = detail::gather(items...);
    const auto total = detail::team_combine(team, all, team.threads(), all.load());
    if (team.thread() != 0)
        return;
    // The program cannot rely on the order in which teams take turns.
    const own_code own;
    for (critical section(lock); section.pending();)
        if (section.enter())
            all.finish(all.before(), total);
}
template <class... R> ROMP_FN void reduce_by_turns(queue_lock &lock, R... items)
{
    reduce_by_turns(block_team(), lock, items...);
}

} // namespace romp
#endif
