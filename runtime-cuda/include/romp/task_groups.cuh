// romp/task_groups.cuh: taskgroup, cancel taskgroup, task reductions, and events that complete tasks.
//
//     const romp::taskgroup group{omp};                             to the end of the scope
//     if (romp::cancel_taskgroup(omp, found)) goto cancelled;       in a task of the group
//     romp::reduce_task(omp, romp::plus(sum, sum_private));         a task's copies, where it ends
//     event = romp::new_event<omp_event_handle_t>(omp);             detach(event), before the task
//     romp::common::omp_fulfill_event(event);
#ifndef ROMP_TASK_GROUPS_CUH
#define ROMP_TASK_GROUPS_CUH

namespace romp {

// A taskgroup region: at the end of the scope all tasks generated in it, and their descendants, are complete.
struct taskgroup {
    detail::task_context *me;
    detail::task_group *group;
    detail::task_record *current;
    // Where the slice is full, the thread executes the tasks itself, as where no task is deferred.
    mutable detail::task_group own;

    template <class T, bool = T::is_team> ROMP_FN explicit taskgroup(T team) : me(nullptr), group(nullptr), current(nullptr)
    {
        if (detail::deferring(team))
            begin();
        else
            own.cancelled = 0;
    }
    ROMP_FN taskgroup() : taskgroup(block_team()) {}
    ROMP_FN ~taskgroup()
    {
        if (me)
            end();
    }
    taskgroup(const taskgroup &) = delete;

private:
    ROMP_FN void begin()
    {
        me = &detail::my_context();
        group = (detail::task_group *)detail::task_alloc(sizeof(detail::task_group));
        if (!group) {
            group = &own;
            me->undeferred++;
        }
        current = me->current;
        group->tasks = group->ready = group->cancelled = 0;
        group->outer = current->group;
        current->group = group;
    }
    ROMP_FN void end()
    {
        if (group != &own)
            detail::wait_for_group(group);
        current->group = group->outer;
        if (group == &own)
            me->undeferred--;
        else
            detail::task_free(group, sizeof(detail::task_group));
    }
};

// `cancel taskgroup if(condition)`; a cancellation point is one whose condition is false. True: leave the task.
template <class T, bool = T::is_team> ROMP_FN bool cancel_taskgroup(T team, bool condition = true)
{
    if (!cancellation())
        return false;
    if (!detail::deferring(team)) {
        if (condition)
            fail("`cancel taskgroup` in a function without the `taskgroup`, which no parallel region calls: its tasks run at once");
        return false;
    }
    detail::task_group *const group = detail::my_context().current->group;
    if (group && condition)
        atomics::store(&group->cancelled, 1u);
    return condition || detail::is_cancelled(group);
}
ROMP_FN bool cancel_taskgroup(bool condition = true) { return cancel_taskgroup(block_team(), condition); }

// The same in the text of the group. Where tasks are deferred, the group may be another thread's, and is not accessed.
template <class T, bool = T::is_team>
ROMP_FN bool cancel_taskgroup(T team, const taskgroup &group, bool condition = true)
{
    if (detail::deferring(team))
        return cancel_taskgroup(team, condition);
    if (condition && cancellation())
        group.own.cancelled = 1;
    return group.own.cancelled != 0;
}
ROMP_FN bool cancel_taskgroup(const taskgroup &group, bool condition = true)
{
    return cancel_taskgroup(block_team(), group, condition);
}

// Whether no task is deferred, and one generated now is discarded. In the text of the group.
template <class T, bool = T::is_team> ROMP_FN bool discards_undeferred(T team, const taskgroup &group)
{
    return !detail::deferring(team) && group.own.cancelled;
}
ROMP_FN bool discards_undeferred(const taskgroup &group) { return discards_undeferred(block_team(), group); }

namespace detail {

// Whether a task generated now would be cancelled before it begins.
ROMP_FN bool discards(const task_context &me) { return cancellation() && is_cancelled(me.current->group); }

} // namespace detail

// Whether a task that would be executed immediately is cancelled with its group, and so not begun.
template <class T, bool = T::is_team> ROMP_FN bool discards_tasks(T team)
{
    return detail::deferring(team) && detail::discards(detail::my_context());
}
ROMP_FN bool discards_tasks() { return discards_tasks(block_team()); }
template <class T, bool = T::is_team> ROMP_FN bool discards_tasks(T team, const taskgroup &group)
{
    return discards_tasks(team) || discards_undeferred(team, group);
}
ROMP_FN bool discards_tasks(const taskgroup &group) { return discards_tasks(block_team(), group); }

// Combines a task's private copies with the originals, one task at a time.
template <class T, class... C, bool = T::is_team> ROMP_FN void reduce_task(T team, C... copies)
{
    if (detail::deferring(team))
        detail::locked([&] { reduce(one_thread(), copies...); });
    else
        reduce(one_thread(), copies...);
}

namespace detail {

inline __device__ __noinline__ void no_memory_for_event()
{
    fail("no memory is left for a task with an event: ROMP_TASKS=bytes sets what the tasks of a team have");
}

ROMP_TASK_FN task_event *make_event()
{
    void *found = nullptr;
    while (!(found = task_alloc(sizeof(task_event))))
        if (!run_child())
            no_memory_for_event();
    task_event *const event = (task_event *)found;
    event->fulfilled = event->discarded = 0;
    event->task = nullptr;
    return event;
}

// The task of the event never begins: the thread that fulfills the event frees it.
ROMP_FN void discard(task_event *event)
{
    locked([&] {
        event->discarded = 1;
        if (event->fulfilled)
            give_block(event, sizeof(task_event));
    });
}

ROMP_TASK_FN void fulfill(task_event *event)
{
    const own_code own;
    locked([&] {
        event->fulfilled = 1;
        task_record *const t = event->task;
        if (t) {
            t->event = nullptr;
            note_task(task_fulfilled, t);
            complete(t);
        }
        if (t || event->discarded)
            give_block(event, sizeof(task_event));
    });
}

// A task that was executed immediately is complete with its event, which others can fulfill meanwhile.
ROMP_TASK_FN void wait_for_event(task_event *event, bool alone)
{
    const own_code own;
    for (unsigned turns = 0; !atomics::load(&event->fulfilled); turns++) {
        if (alone)
            no_memory_for_event();
        if (run_child())
            turns = 0;
        else
            rest(turns);
    }
    // The thread that fulfilled it has finished with it when the lock is free.
    task_free(event, sizeof(task_event));
    team_fence();
}

} // namespace detail

template <class H, class T> ROMP_FN H new_event(T team)
{
    if (!detail::deferring(team))
        detail::no_memory_for_event();
    return (H)(uintptr_t)detail::make_event();
}
template <class H> ROMP_FN H new_event() { return new_event<H>(block_team()); }

namespace common {

template <class H> ROMP_FN void omp_fulfill_event(H event) { detail::fulfill((detail::task_event *)(uintptr_t)event); }

} // namespace common

} // namespace romp
#endif
