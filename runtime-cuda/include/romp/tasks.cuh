// romp/tasks.cuh: explicit tasks, which the threads of a team execute when they wait (OpenMP 5.2, 12 and 15.5 to
// 15.8).
//
//     romp::begin_tasks(omp);                 the region's threads, first
//     romp::task_variable<int> x_task{omp};   what tasks of other threads reach: local memory is each thread's own
//     int &x = *x_task;
//     romp::task(omp, [=, &x] { x = f(n); });
//     romp::task(omp, romp::clauses(romp::deferred_if(n > 5), romp::in(&a[i])), [=] { ... });
//     romp::taskwait(omp);
//     romp::task_barrier(omp);                a barrier at which all tasks are complete
//     romp::end_tasks(omp);                   the region's threads, last: no task is left
//
// Functions, which do not know their team, use romp::orphan_team(). Where the kernel has no tasks, a task is
// executed immediately.
//
// All memory of tasks lies in the team's slice (romp/task_pool.cuh): records with what a task captures, variables
// that tasks share with the thread that generates them, task groups, events. Where a slice is full a task is executed
// immediately, after those that it depends on, as OpenMP allows. Only a detachable task needs a record: where there
// is no room for one the kernel ends, and says so.
#ifndef ROMP_TASKS_CUH
#define ROMP_TASKS_CUH

namespace romp {

// The clauses of a task construct, but for those on data.
template <unsigned n> struct task_clauses {
    bool deferred, is_final;
    bool first; // a priority above that of others
    dependence list[n ? n : 1];
};

// if(condition), final(condition) and priority(value): the arguments of `clauses`, besides dependences.
struct deferred_if {
    bool holds;
    ROMP_FN explicit deferred_if(bool condition) : holds(condition) {}
};
struct final_if {
    bool holds;
    ROMP_FN explicit final_if(bool condition) : holds(condition) {}
};
struct priority {
    bool above_others;
    ROMP_FN explicit priority(long long value) : above_others(value > 0) {}
};

namespace detail {

template <class O> constexpr unsigned is_dependence = 0;
template <> constexpr unsigned is_dependence<dependence> = 1;

template <unsigned n> ROMP_FN void add(task_clauses<n> &all, unsigned &, deferred_if clause) { all.deferred = clause.holds; }
template <unsigned n> ROMP_FN void add(task_clauses<n> &all, unsigned &, final_if clause) { all.is_final = clause.holds; }
template <unsigned n> ROMP_FN void add(task_clauses<n> &all, unsigned &, priority clause) { all.first = clause.above_others; }
template <unsigned n> ROMP_FN void add(task_clauses<n> &all, unsigned &count, dependence clause) { all.list[count++] = clause; }

} // namespace detail

template <class... C> ROMP_FN task_clauses<(0 + ... + detail::is_dependence<C>)> clauses(C... list)
{
    task_clauses<(0 + ... + detail::is_dependence<C>)> all = {true, false, false, {}};
    [[maybe_unused]] unsigned count = 0;
    (detail::add(all, count, list), ...);
    return all;
}

template <class T, bool = T::is_team> ROMP_FN void begin_tasks(T team)
{
    if (!detail::may_defer(team))
        return;
    detail::task_context &me = detail::my_context();
    me.current = &me.implicit;
    me.undeferred = 0;
    me.in_final = false;
    detail::task_record &task = me.implicit;
    task.group = nullptr;
    task.event = nullptr;
    task.ready_child = task.first_dependent = task.last_dependent = nullptr;
    task.children = 0;
    task.pending = 1;
}
ROMP_FN void begin_tasks() { begin_tasks(block_team()); }

template <class T, bool = T::is_team> ROMP_FN void end_tasks(T team)
{
    if (detail::may_defer(team))
        detail::run_all(team.threads());
}
ROMP_FN void end_tasks() { end_tasks(block_team()); }

template <class T, bool = T::is_team> ROMP_FN void task_barrier(T team, source_place at = {})
{
    end_tasks(team);
    team.barrier(at);
}
ROMP_FN void task_barrier(source_place at = {}) { task_barrier(block_team(), at); }

template <class T, bool = T::is_team> ROMP_FN void taskwait(T team)
{
    if (detail::deferring(team))
        detail::wait_for_children();
}
ROMP_FN void taskwait() { taskwait(block_team()); }

// taskwait depend(...)
template <class T, class... D, bool = T::is_team> ROMP_FN void taskwait_for(T team, D... items)
{
    const dependence list[] = {items...};
    if (detail::deferring(team))
        detail::wait_for(list, sizeof...(D));
}
template <class... D> ROMP_FN void taskwait_for(dependence first, D... items) { taskwait_for(block_team(), first, items...); }

template <class T, bool = T::is_team> ROMP_FN void taskyield(T team)
{
    if (detail::deferring(team))
        detail::run_child();
}
ROMP_FN void taskyield() { taskyield(block_team()); }

namespace detail {

template <class F> struct closure : task_record {
    F body;
};

template <class F> ROMP_TASK_FN void run_closure(task_record *t) { ((closure<F> *)t)->body(); }

// A record for a child of the current task; null where the slice is full.
ROMP_TASK_FN task_record *new_record(unsigned long long bytes)
{
    const own_code own;
    task_record *t = nullptr;
    locked([&] { t = (task_record *)take_block(bytes); });
    if (!t)
        return nullptr;
    t->bytes = (unsigned)bytes;
    t->ready_child = t->first_dependent = t->last_dependent = nullptr;
    t->dependence_count = t->waits_for = t->children = 0;
    t->pending = 1;
    t->is_final = t->first_of_all = false;
    return t;
}

ROMP_TASK_FN void publish(task_record *t)
{
    const own_code own;
    task_record *const parent = my_context().current;
    t->parent = parent;
    t->group = parent->group;
    note_task(task_made, t, t->group, t->dependences, t->dependence_count);
    locked([&] {
        parent->children++;
        if (t->group)
            t->group->tasks++;
        tasks().outstanding++;
        if (t->event && t->event->fulfilled) {
            give_block(t->event, sizeof(task_event));
            t->event = nullptr;
        } else if (t->event) {
            t->event->task = t;
            t->pending = 2;
        }
        if (t->dependence_count)
            depend_on_siblings(t);
        if (t->waits_for == 0)
            enlist(t);
    });
}

// In its scope the calling thread executes a task immediately, as an undeferred one.
struct undeferred_task {
    task_context *me;
    bool in_final;

    ROMP_FN undeferred_task(bool deferring, bool is_final) : me(deferring ? &my_context() : nullptr), in_final(false)
    {
        if (!me)
            return;
        in_final = me->in_final;
        me->in_final |= is_final;
    }
    ROMP_FN ~undeferred_task()
    {
        if (me)
            me->in_final = in_final;
    }
    undeferred_task(const undeferred_task &) = delete;
};

template <unsigned n, class F> ROMP_FN bool defer(const task_clauses<n> &clauses, const F &body, task_event *event)
{
    static_assert(alignof(closure<F>) <= 16, "a task's record is aligned to 16 bytes");
    const task_context &me = my_context();
    if (!clauses.deferred || me.in_final || me.undeferred)
        return false;
    constexpr unsigned long long behind = (sizeof(closure<F>) + 15) / 16 * 16;
    task_record *const t = new_record(behind + n * sizeof(dependence));
    if (!t)
        return false;
    t->run = run_closure<F>;
    t->event = event;
    t->is_final = clauses.is_final;
    t->first_of_all = clauses.first;
    memcpy((void *)&((closure<F> *)t)->body, (const void *)&body, sizeof(F));
    if (n) {
        memcpy((char *)t + behind, clauses.list, n * sizeof(dependence));
        t->dependences = (const dependence *)((char *)t + behind);
        t->dependence_count = n;
    }
    publish(t);
    return true;
}

} // namespace detail

// A task construct. `body` holds copies of what it captures, and is called once.
template <class T, unsigned n, class F, bool = T::is_team>
ROMP_FN void task(T team, const task_clauses<n> &clauses, F body, detail::task_event *event = nullptr)
{
    const bool deferring = detail::deferring(team);
    if (deferring) {
        if (detail::discards(detail::my_context())) {
            if (event)
                detail::discard(event);
            return;
        }
        if (detail::defer(clauses, body, event))
            return;
        if (n)
            detail::wait_for(clauses.list, n);
    }
    {
        const detail::undeferred_task here(deferring, clauses.is_final);
        body();
    }
    if (event)
        detail::wait_for_event(event, clauses.deferred && !detail::my_context().in_final);
}
template <class T, class F, bool = T::is_team> ROMP_FN void task(T team, F body) { task(team, clauses(), body); }
template <unsigned n, class F> ROMP_FN void task(const task_clauses<n> &clauses, F body) { task(block_team(), clauses, body); }
template <class F, class = detail::no_team<F>> ROMP_FN void task(F body) { task(block_team(), body); }

// A task with an event of romp::new_event that completes it (detach).
template <class T, class H, unsigned n, class F, bool = T::is_team>
ROMP_FN void detached_task(T team, H event, const task_clauses<n> &clauses, F body)
{
    task(team, clauses, body, (detail::task_event *)(uintptr_t)event);
}
template <class H, unsigned n, class F> ROMP_FN void detached_task(H event, const task_clauses<n> &clauses, F body)
{
    detached_task(block_team(), event, clauses, body);
}

// From here to the end of the scope this thread executes a task immediately, for reasons of the translation.
struct included_task {
    detail::undeferred_task here;
    template <class T, bool = T::is_team> ROMP_FN included_task(T team, bool is_final) : here(detail::deferring(team), is_final) {}
    ROMP_FN explicit included_task(bool is_final) : included_task(block_team(), is_final) {}
};

// A variable that tasks share with the thread that declares it, and with that thread's other tasks.
template <class V> struct task_variable {
    static_assert(alignof(V) <= 16, "a task's memory is aligned to 16 bytes");
    V own;
    V *at;
    bool undeferred;

    template <class T, bool = T::is_team> ROMP_FN explicit task_variable(T team) : at(&own), undeferred(false)
    {
        if (!detail::deferring(team))
            return;
        if (void *const found = detail::task_alloc(sizeof(V)))
            at = (V *)found;
        else
            undeferred = true;
        detail::my_context().undeferred += undeferred;
    }
    ROMP_FN task_variable() : task_variable(block_team()) {}
    ROMP_FN ~task_variable()
    {
        if (at != &own)
            detail::task_free(at, sizeof(V));
        else if (undeferred)
            detail::my_context().undeferred--;
    }
    task_variable(const task_variable &) = delete;
    ROMP_FN V &operator*() { return *at; }
};

template <class T, bool = T::is_team> ROMP_FN int in_final(T team)
{
    return detail::deferring(team) && detail::my_context().in_final;
}
ROMP_FN int in_final() { return in_final(block_team()); }

} // namespace romp
#endif
