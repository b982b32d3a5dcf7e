// romp/cancel.cuh: cancel and cancellation point, where the device's cancel-var is true.
//
//     romp::begin_cancellation();                          by all threads of a region that may be cancelled
//     {
//         ... if (romp::cancel_region(failed)) goto cancelled; ...
//         ... if (romp::cancellable_barrier()) goto cancelled; ...
//         romp::end_cancellation();
//     }
//     cancelled:;
//
// In such a region every barrier asks whether a thread has left. A thread that leaves waits with the others at the
// barrier that they encounter next, or at the region's end, and all leave from there: each thread passes one barrier
// that reports the cancellation, and none after it. Other operations of the whole team stand behind such a barrier.
//
//     romp::begin_cancellable();                           around a loop or sections
//     { ... if (romp::cancel_construct()) goto cancelled; ... }
//     cancelled:;
//     romp::end_cancellable<false>();                      true: it has a work_queue
//
//     romp::undeferred_group group;                        a taskgroup whose tasks are executed at once
//     if (!romp::discards_undeferred(group)) {             a task of the group
//         ... if (romp::cancel_undeferred(group, found)) goto cancelled; ...
//         cancelled:;
//     }
#ifndef ROMP_CANCEL_CUH
#define ROMP_CANCEL_CUH

namespace romp {

ROMP_FN bool cancellation() { return icvs().cancellation != 0; }

// A taskgroup whose tasks the encountering thread executes one after another, each where it is generated.
struct undeferred_group {
    bool cancelled = false;
};

// `cancel taskgroup if(condition)` of such a group; a cancellation point is one whose condition is false. True: leave
// the task.
ROMP_FN bool cancel_undeferred(undeferred_group &group, bool condition = true)
{
    group.cancelled |= condition && cancellation();
    return group.cancelled;
}

// Whether a task generated now is discarded.
ROMP_FN bool discards_undeferred(const undeferred_group &group) { return group.cancelled; }

namespace detail {

struct alignas(16) cancel_flags {
    unsigned region, construct; // cancelled
    unsigned leaving;           // a thread stands at a barrier to leave the region
};
static_assert(sizeof(cancel_flags) == 16, "the translator plans with this size");
// A template, so that kernels that cancel nothing have no such variable.
template <class> ROMP_TEAM_SHARED cancel_flags cancels;

// A barrier where lanes of one warp may arrive from different places.
template <class T> ROMP_FN bool any_leaves(T team, bool mine)
{
    if (mine)
        publish(cancels<void>.leaving, 1);
    scattered_barrier(team.threads());
    const bool any = latest(cancels<void>.leaving);
    scattered_barrier(team.threads());
    return any;
}

template <class T> ROMP_FN void clear_flag(T team, unsigned &flag)
{
    team.barrier();
    if (team.thread() == 0)
        flag = 0;
    team.barrier();
}

template <class T> ROMP_FN bool raise_flag(T team, unsigned &flag, bool condition)
{
    if (!cancellation())
        return false;
    if (team.threads() == 1)
        return condition;
    if (condition)
        publish(flag, 1);
    else
        let_others_run(); // one of them may be the thread that cancels
    return condition || latest(flag) != 0;
}

} // namespace detail

// A barrier of the region; true where the region ends here.
template <class T, bool = T::is_team> ROMP_FN bool cancellable_barrier(T team)
{
    if (team.threads() == 1)
        return false;
    if (cancellation())
        return detail::any_leaves(team, false);
    team.barrier();
    return false;
}
ROMP_FN bool cancellable_barrier() { return cancellable_barrier(block_team()); }

template <class T, bool = T::is_team> ROMP_FN void begin_cancellation(T team)
{
    if (!cancellation() || team.threads() == 1)
        return;
    if (team.thread() == 0)
        detail::cancels<void>.leaving = 0;
    detail::clear_flag(team, detail::cancels<void>.region);
}
ROMP_FN void begin_cancellation() { begin_cancellation(block_team()); }

// Called by the threads that reach the region's end.
template <class T, bool = T::is_team> ROMP_FN void end_cancellation(T team)
{
    if (cancellation() && team.threads() > 1)
        detail::any_leaves(team, false);
}
ROMP_FN void end_cancellation() { end_cancellation(block_team()); }

// `cancel parallel if(condition)`; a cancellation point is one whose condition is false. True: leave.
template <class T, bool = T::is_team> ROMP_FN bool cancel_region(T team, bool condition = true)
{
    const bool leaves = detail::raise_flag(team, detail::cancels<void>.region, condition);
    if (leaves && team.threads() > 1)
        detail::any_leaves(team, true);
    return leaves;
}
ROMP_FN bool cancel_region(bool condition = true) { return cancel_region(block_team(), condition); }

template <class T, bool = T::is_team> ROMP_FN void begin_cancellable(T team)
{
    if (cancellation() && team.threads() > 1)
        detail::clear_flag(team, detail::cancels<void>.construct);
}
ROMP_FN void begin_cancellable() { begin_cancellable(block_team()); }

// `cancel for` and `cancel sections`, with the same meaning of the condition and the result.
template <class T, bool = T::is_team> ROMP_FN bool cancel_construct(T team, bool condition = true)
{
    return detail::raise_flag(team, detail::cancels<void>.construct, condition);
}
ROMP_FN bool cancel_construct(bool condition = true) { return cancel_construct(block_team(), condition); }

// The barrier at the construct's end, also for threads that have left the construct. Its work queue has not counted
// those among the threads that finished the loop, so all work queues begin anew.
template <bool queued_chunks, class T, bool = T::is_team> ROMP_FN void end_cancellable(T team)
{
    team.barrier();
    if constexpr (queued_chunks)
        if (team.threads() > 1 && cancellation() && latest(detail::cancels<void>.construct))
            begin_work_queues(team);
}
template <bool queued_chunks> ROMP_FN void end_cancellable() { end_cancellable<queued_chunks>(block_team()); }

} // namespace romp
#endif
