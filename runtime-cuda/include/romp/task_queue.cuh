// romp/task_queue.cuh: which task a thread takes, and when it is complete (see romp/tasks.cuh).
//
// A task that may start stands in the team's list and in its parent's. Who waits at a barrier takes any task, the
// oldest first; who waits in a task for its children takes these, and at the end of a taskgroup those of the
// group: a thread that waits always can run what it waits for, or another does.
//
// Threads of one warp take turns where they run different code. Once all threads of a warp have come to a barrier
// they go on as one, in rounds: its first thread takes tasks for them, as many as are the warp's share, these run, in
// lock step where they are of one code, and the others wait. Why that ends:
// - The meetings of a round are of all the team's threads of the warp, counted when they came; the first thread
//   says when it was the last round, between the first two, and nobody leaves otherwise.
// - Nobody holds the lock while it waits for anything, and no thread waits for the lock beside one that it keeps from
//   running: in a round only the first thread asks for it, or threads in tasks, one by one.
// - A round ends with its tasks. Of all tasks that run take the one that began last: what it waits for (children,
//   tasks of its group, siblings before it) was made by it or runs, and then began later: so it is ready, and the
//   thread that waits takes it.
// - A thread whose warp is not complete takes a task only where these seem to wait for each other: after `patience`.
#ifndef ROMP_TASK_QUEUE_CUH
#define ROMP_TASK_QUEUE_CUH

namespace romp {
namespace detail {

// How often a thread looks for the rest of its warp until it takes a task alone.
constexpr unsigned patience = 1000;

// The lists of what may start. With the lock.

ROMP_FN void enlist(task_record *t)
{
    task_team &team = tasks();
    // Threads at barriers take the oldest first.
    t->newer = t->older = nullptr;
    if (!team.newest) {
        team.newest = team.oldest = t;
    } else if (t->first_of_all) {
        t->newer = team.oldest;
        team.oldest->older = t;
        team.oldest = t;
    } else {
        t->older = team.newest;
        team.newest->newer = t;
        team.newest = t;
    }
    task_record *const parent = t->parent;
    t->sibling_before = nullptr;
    t->sibling_behind = parent->ready_child;
    if (parent->ready_child)
        parent->ready_child->sibling_before = t;
    parent->ready_child = t;
    if (t->group)
        t->group->ready++;
    team.ready++;
}

ROMP_FN void start(task_record *t)
{
    task_team &team = tasks();
    (t->newer ? t->newer->older : team.newest) = t->older;
    (t->older ? t->older->newer : team.oldest) = t->newer;
    (t->sibling_before ? t->sibling_before->sibling_behind : t->parent->ready_child) = t->sibling_behind;
    if (t->sibling_behind)
        t->sibling_behind->sibling_before = t->sibling_before;
    if (t->group)
        t->group->ready--;
    team.ready--;
    const unsigned warp = thread() / 32;
    if (team.busy[warp]++ == 0)
        team.busy_warps |= 1u << warp;
}

// With the lock: its code has run, or its event has come.
ROMP_FN void complete(task_record *t)
{
    if (--t->pending)
        return;
    task_record *const parent = t->parent;
    if (t->dependence_count) {
        (t->dependent_before ? t->dependent_before->dependent_behind : parent->first_dependent) = t->dependent_behind;
        (t->dependent_behind ? t->dependent_behind->dependent_before : parent->last_dependent) = t->dependent_before;
        for (task_record *s = t->dependent_behind; s; s = s->dependent_behind) {
            if (conflict(t->dependences, t->dependence_count, s->dependences, s->dependence_count) && --s->waits_for == 0)
                enlist(s);
        }
    }
    // Nobody that waits may go on before all of this is written: the lock's fence stands before the next reader.
    if (--parent->children == 0 && parent->pending == 0)
        give_block(parent, parent->bytes);
    if (t->group)
        t->group->tasks--;
    tasks().outstanding--;
    if (t->children == 0)
        give_block(t, t->bytes);
}

// With the lock: the code of a task that this thread has started has run, or never will.
ROMP_FN void leave(task_record *t, bool discarded)
{
    task_team &team = tasks();
    const unsigned warp = thread() / 32;
    if (--team.busy[warp] == 0)
        team.busy_warps &= ~(1u << warp);
    if (discarded && t->event) {
        // Nobody needs to fulfill it any more, and who does finds it.
        t->event->discarded = 1;
        t->event->task = nullptr;
        t->pending--;
    }
    complete(t);
}

ROMP_FN bool is_cancelled(task_group *group)
{
    for (; group; group = group->outer)
        if (atomics::load(&group->cancelled))
            return true;
    return false;
}

ROMP_TASK_FN void run(task_record *t)
{
    task_context &me = my_context();
    task_record *const around = me.current;
    const bool in_final = me.in_final, discarded = is_cancelled(t->group);
    me.current = t;
    me.in_final = t->is_final;
    let_others_run();
    if (!discarded) {
        note_task(task_begins, t);
        t->run(t);
        note_task(task_ends, t);
    }
    me.current = around;
    me.in_final = in_final;
    locked([&] { leave(t, discarded); });
}

// Runs a child of the current task that may start; false: there is none.
ROMP_TASK_FN bool run_child()
{
    const own_code own;
    task_record *const me = my_context().current;
    if (!atomics::load(&me->ready_child))
        return false;
    task_record *t = nullptr;
    locked([&] {
        t = me->ready_child;
        if (t)
            start(t);
    });
    if (t)
        run(t);
    return t != nullptr;
}

// The same of a group's tasks.
ROMP_TASK_FN bool run_of(task_group *group)
{
    if (atomics::load(&group->ready) == 0)
        return false;
    task_record *t = nullptr;
    locked([&] {
        if (group->ready == 0)
            return;
        t = tasks().newest;
        while (t->group != group)
            t = t->older;
        start(t);
    });
    if (t)
        run(t);
    return t != nullptr;
}

// Runs any task; false: there is none, or another thread has the lock.
ROMP_TASK_FN bool run_any()
{
    if (atomics::load(&tasks().ready) == 0)
        return false;
    task_record *t = nullptr;
    if_free([&] {
        t = tasks().oldest;
        if (t)
            start(t);
    });
    if (t)
        run(t);
    return t != nullptr;
}

// With the lock: gives tasks to the warp's threads, the oldest first. As many as are its share: there are other warps.
ROMP_FN bool assign(unsigned lanes, unsigned warps)
{
    task_team &team = tasks();
    const unsigned busy = count_bits(team.busy_warps), idle = warps > busy ? warps - busy : 1;
    unsigned many = (team.ready + idle - 1) / idle;
    if (many == 0)
        return false;
    for (unsigned i = 0; i < lanes; i++) {
        task_record *const t = many ? team.oldest : nullptr;
        team.contexts[thread() + i].assigned = t;
        if (t) {
            start(t);
            many--;
        }
    }
    return true;
}

// The first thread of a warp, for the others: waits for tasks. False: none will come.
ROMP_TASK_FN bool next_round(unsigned lanes, unsigned warps, unsigned round)
{
    task_team &team = tasks();
    for (unsigned turns = 0;; turns++) {
        // Once all are here only tasks make tasks.
        if (atomics::load(&team.round) != round && atomics::load(&team.outstanding) == 0)
            return false;
        bool taken = false;
        if (atomics::load(&team.ready) != 0)
            if_free([&] { taken = assign(lanes, warps); });
        if (taken)
            return true;
        rest(turns);
    }
}

ROMP_TASK_FN void wait_for_children()
{
    const own_code own;
    task_record *const me = my_context().current;
    for (unsigned turns = 0; atomics::load(&me->children) != 0; turns++)
        if (run_child())
            turns = 0;
        else
            rest(turns);
    team_fence();
    note_task(children_complete, nullptr);
}

ROMP_TASK_FN void wait_for_group(task_group *group)
{
    const own_code own;
    for (unsigned turns = 0; atomics::load(&group->tasks) != 0; turns++)
        if (run_of(group))
            turns = 0;
        else
            rest(turns);
    team_fence();
    note_task(group_complete, group);
}

// For the children that come before something with these dependences.
ROMP_TASK_FN void wait_for(const dependence *list, unsigned count)
{
    const own_code own;
    task_record *const me = my_context().current;
    for (unsigned turns = 0;; turns++) {
        unsigned left = 0;
        locked([&] { left = predecessors(me, list, count); });
        if (left == 0)
            break;
        if (run_child())
            turns = 0;
        else
            rest(turns);
    }
    team_fence();
    note_task(siblings_complete, nullptr, nullptr, list, count);
}

// All threads of the team come here and stay until no task is left. A barrier follows before the next time.
ROMP_TASK_FN void run_all(unsigned n)
{
    const own_code own;
    task_team &team = tasks();
    const unsigned round = atomics::load(&team.round), first = thread() / 32 * 32;
    const unsigned lanes = lanes_among(n, thread()), warps = (n + 31) / 32;
    const unsigned mask = ~0u >> (32 - lanes);
    unsigned *const here = &team.here[thread() / 32];
    team_fence();
    if (atomics::fetch_add(&team.arrived, 1u) + 1 == n) {
        atomics::store(&team.arrived, 0u);
        team_fence();
        atomics::store(&team.round, round + 1);
    }
    atomics::fetch_add(here, 1u);
    for (unsigned turns = 0; atomics::load(here) != lanes; turns++)
        if (turns >= patience && run_any())
            turns = 0;
        else
            rest(turns);
    task_context &me = my_context(), &of_warp = team.contexts[first];
    for (;;) {
        lanes_meet(mask);
        if (thread() == first) {
            const bool over = !next_round(lanes, warps, round);
            if (over)
                atomics::store(here, 0u);
            atomics::store(&of_warp.over, (unsigned)over);
        }
        lanes_meet(mask);
        // Read by all alike: where the first thread knew it already it would go on by itself, and not in lock step.
        if (atomics::load(&of_warp.over))
            break;
        lanes_meet(mask);
        if (task_record *const t = me.assigned)
            run(t);
    }
    team_fence();
    note_task(all_complete, nullptr);
}

} // namespace detail
} // namespace romp
#endif
