// romp/tasks.cuh: tasks that the threads of a team run when they wait (OpenMP 5.2, 12 and 15.5 to 15.8).
//
//     romp::start_tasks(task_memory);         once a kernel: all threads of the block ...
//     romp::claim_tasks(task_memory);         ... or the master alone
//     romp::begin_tasks(omp);                 the region's threads, first
//     romp::task_variable<int> x_task{omp};   what tasks of other threads reach: local memory is each thread's own
//     int &x = *x_task;
//     romp::task(omp, [=, &x] { x = f(n); });
//     romp::task(omp, romp::clauses(n > 5, false, romp::in(&a[i]), romp::out(&b)), [=] { ... });
//     romp::taskwait(omp);
//     romp::task_barrier(omp);                a barrier at which all tasks are complete
//     romp::end_tasks(omp);                   the region's threads, last: no task is left
//     romp::release_tasks(task_memory);       one thread, at the kernel's end
//
// Functions, which do not know their team, say romp::orphan_team(). Where a team has one thread, or the
// kernel has no tasks, a task runs where it stands.
//
// All that tasks are made of lies in the team's slice of memory, which the launch brings (ROMP_TASKS bytes):
// records with what a task captures, variables that tasks share with the thread that makes them, task groups.
// Where a slice is full a task runs where it stands, after those that it depends on: OpenMP leaves that open.
//
// One lock guards lists and memory. A task that may start stands in the team's list and in its parent's.
// Who waits at a barrier takes any task, the oldest first; who waits in a task for its children takes these, and
// at the end of a taskgroup those of the group: a thread that waits always can run what it waits for, or another
// does. Threads of one warp take turns where they run different tasks: they spread over the warps first.
#ifndef ROMP_TASKS_CUH
#define ROMP_TASKS_CUH

// Too long to stand at every call.
#define ROMP_TASK_FN inline __device__ __noinline__

namespace romp {

enum dependence_kind : unsigned { depends_in, depends_out, depends_inoutset };

// A list item of a depend clause. Without an address: all memory.
struct dependence {
    const volatile void *at;
    unsigned kind;
};

ROMP_FN dependence in(const volatile void *at) { return {at, depends_in}; }
ROMP_FN dependence out(const volatile void *at) { return {at, depends_out}; }
ROMP_FN dependence inoutset(const volatile void *at) { return {at, depends_inoutset}; }
ROMP_FN dependence all_memory() { return {nullptr, depends_out}; }

namespace detail {

struct task_group {
    unsigned tasks; // that are not complete
    unsigned ready; // of these, those that may start
    task_group *outer;
};

struct task_record {
    void (*run)(task_record *);
    task_record *parent;
    task_group *group;
    // Lists of what may start: the team's, and the parent's.
    task_record *newer, *older;
    task_record *sibling_before, *sibling_behind;
    task_record *ready_child;
    // Children with dependences that are not complete, in the order of their making; and this one in its parent's.
    task_record *first_dependent, *last_dependent;
    task_record *dependent_before, *dependent_behind;
    const dependence *dependences;
    unsigned dependence_count;
    unsigned waits_for; // older siblings
    unsigned children;  // that are not complete
    unsigned pending;   // its code and its event: 0, it is complete
    unsigned bytes;
    bool is_final, first_of_all;
};

// What a thread is doing.
struct task_context {
    task_record *current;
    unsigned undeferred; // variables of this thread that no other can reach
    bool in_final;
    task_record implicit;
};

struct free_block {
    free_block *next;
};

constexpr unsigned task_classes = 12, smallest_class = 64, patience = 100;

} // namespace detail

struct alignas(16) task_team {
    unsigned lock;
    unsigned ready;       // tasks that may start
    unsigned outstanding; // tasks that are not complete
    unsigned arrived, round;
    unsigned busy[32];    // threads of each warp that run a task
    detail::task_context *contexts;
    char *top, *end;
    detail::task_record *newest, *oldest;
    detail::free_block *free[detail::task_classes];
    unsigned long long slice;
};
static_assert(sizeof(task_team) == 304, "the translator counts it");

ROMP_TEAM_STORAGE(task_team, tasks)

namespace detail {

#ifdef ROMP_EMULATED
ROMP_FN void rest(unsigned) { spin(); }
#else
ROMP_FN void rest(unsigned turns) { __nanosleep(turns < 5 ? 32u << turns : 1000u); }
#endif

// Runs `f` with the team's lock. The body stands inside the loop that waits (romp/locks.cuh).
template <class F> ROMP_FN void locked(F f)
{
    unsigned *const word = &tasks().lock;
    for (bool done = false; !done;) {
        if (atomics::load(word) == 0 && atomics::compare_and_swap(word, 0u, 1u) == 0) {
            team_fence();
            f();
            team_fence();
            atomics::exchange(word, 0u);
            done = true;
        } else {
            rest(0);
        }
    }
}

// The same if the lock is free.
template <class F> ROMP_FN void if_free(F f)
{
    unsigned *const word = &tasks().lock;
    if (atomics::load(word) == 0 && atomics::compare_and_swap(word, 0u, 1u) == 0) {
        team_fence();
        f();
        team_fence();
        atomics::exchange(word, 0u);
    }
}

ROMP_FN task_context &my_context() { return tasks().contexts[thread()]; }

// Memory of the slice. With the lock.

ROMP_FN unsigned class_of(unsigned long long bytes)
{
    unsigned at = 0;
    while (at < task_classes && (unsigned long long)smallest_class << at < bytes)
        at++;
    return at;
}

ROMP_FN void *take_block(unsigned long long bytes)
{
    task_team &t = tasks();
    const unsigned at = class_of(bytes);
    if (at == task_classes)
        return nullptr;
    if (free_block *const found = t.free[at]) {
        t.free[at] = found->next;
        return found;
    }
    const unsigned long long size = (unsigned long long)smallest_class << at;
    if ((unsigned long long)(t.end - t.top) < size)
        return nullptr;
    char *const found = t.top;
    t.top += size;
    return found;
}

ROMP_FN void give_block(void *block, unsigned long long bytes)
{
    free_block *const one = (free_block *)block;
    free_block *&list = tasks().free[class_of(bytes)];
    one->next = list;
    list = one;
}

// Without the lock.
ROMP_TASK_FN void *task_alloc(unsigned long long bytes)
{
    void *found = nullptr;
    locked([&] { found = take_block(bytes); });
    return found;
}

ROMP_TASK_FN void task_free(void *block, unsigned long long bytes)
{
    locked([&] { give_block(block, bytes); });
}

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
    team.busy[thread() / 32]++;
}

// Whether what has one of these must wait for what has the other, an older sibling's.
ROMP_FN bool conflict(const dependence &a, const dependence &b)
{
    if (a.at != b.at && a.at && b.at)
        return false;
    return a.kind == depends_out || a.kind != b.kind;
}

ROMP_FN bool conflict(const dependence *a, unsigned many, const dependence *b, unsigned others)
{
    for (unsigned i = 0; i < many; i++)
        for (unsigned k = 0; k < others; k++)
            if (conflict(a[i], b[k]))
                return true;
    return false;
}

// How many of the parent's children, not complete yet, come before something with these dependences.
ROMP_FN unsigned predecessors(task_record *parent, const dependence *list, unsigned count)
{
    unsigned found = 0;
    for (task_record *s = parent->first_dependent; s; s = s->dependent_behind)
        found += conflict(s->dependences, s->dependence_count, list, count);
    return found;
}

// A record for a task of the current one; null: the slice is full.
ROMP_TASK_FN task_record *new_record(unsigned long long bytes)
{
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
    task_record *const parent = my_context().current;
    t->parent = parent;
    t->group = parent->group;
    locked([&] {
        parent->children++;
        if (t->group)
            t->group->tasks++;
        tasks().outstanding++;
        if (t->dependence_count) {
            t->waits_for = predecessors(parent, t->dependences, t->dependence_count);
            t->dependent_behind = nullptr;
            t->dependent_before = parent->last_dependent;
            (parent->last_dependent ? parent->last_dependent->dependent_behind : parent->first_dependent) = t;
            parent->last_dependent = t;
        }
        if (t->waits_for == 0)
            enlist(t);
    });
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
        for (task_record *s = t->dependent_behind; s; s = s->dependent_behind)
            if (conflict(t->dependences, t->dependence_count, s->dependences, s->dependence_count) && --s->waits_for == 0)
                enlist(s);
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

ROMP_TASK_FN void run(task_record *t)
{
    task_context &me = my_context();
    task_record *const around = me.current;
    const bool in_final = me.in_final;
    me.current = t;
    me.in_final = t->is_final;
    let_others_run();
    t->run(t);
    me.current = around;
    me.in_final = in_final;
    locked([&] {
        tasks().busy[thread() / 32]--;
        complete(t);
    });
}

// Runs a child of the current task that may start; false: there is none.
ROMP_TASK_FN bool run_child()
{
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

// The same of all tasks. Of a warp's threads as many as there are tasks for all warps, its first ones, so that few ask
// for the lock; who has waited long takes any: the tasks that run may wait for it.
ROMP_TASK_FN bool run_any(unsigned warps, unsigned turns)
{
    task_team &team = tasks();
    unsigned *const busy = &team.busy[thread() / 32];
    const unsigned lane = thread() % 32;
    const auto mine = [&] {
        const unsigned before = atomics::load(busy), first = before < lane ? lane : before;
        return atomics::load(&team.ready) > (turns < patience ? first * warps : 0);
    };
    if (!mine())
        return false;
    task_record *t = nullptr;
    if_free([&] {
        if (!mine())
            return;
        t = team.oldest;
        start(t);
    });
    if (t)
        run(t);
    return t != nullptr;
}

ROMP_TASK_FN void wait_for_children()
{
    task_record *const me = my_context().current;
    for (unsigned turns = 0; atomics::load(&me->children) != 0; turns++)
        if (run_child())
            turns = 0;
        else
            rest(turns);
    team_fence();
}

ROMP_TASK_FN void wait_for(const dependence *list, unsigned count)
{
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
}

// All threads of the team come here and stay until no task is left. A barrier follows before the next time.
ROMP_TASK_FN void run_all(unsigned n)
{
    task_team &team = tasks();
    const unsigned round = atomics::load(&team.round), warps = (n + 31) / 32;
    team_fence();
    if (atomics::fetch_add(&team.arrived, 1u) + 1 == n) {
        atomics::store(&team.arrived, 0u);
        team_fence();
        atomics::store(&team.round, round + 1);
    }
    // Once all are here only tasks make tasks.
    for (unsigned turns = 0; atomics::load(&team.round) == round || atomics::load(&team.outstanding) != 0; turns++)
        if (run_any(warps, turns))
            turns = 0;
        else
            rest(turns);
    team_fence();
}

template <class F> struct closure : task_record {
    F body;
};

template <class F> ROMP_TASK_FN void run_closure(task_record *t) { ((closure<F> *)t)->body(); }

// Whether the threads of this team may run tasks of each other.
template <class T> ROMP_FN bool deferring(T team) { return team.threads() > 1 && tasks().contexts != nullptr; }
ROMP_FN bool deferring(orphan_team team) { return team.threads() > 1 && state().tasks; }

ROMP_FN void claim_tasks(const team_slices &all, bool *known)
{
    task_team &t = tasks();
    t.slice = all.count >= teams() ? team() : free_slice(all);
    char *const base = all.base + t.slice * ((all.bytes + 255) / 256 * 256);
    const unsigned long long contexts = (threads() * sizeof(task_context) + 63) / 64 * 64;
    t.lock = t.ready = t.outstanding = t.arrived = t.round = 0;
    for (unsigned &busy : t.busy)
        busy = 0;
    t.contexts = all.bytes >= contexts ? (task_context *)base : nullptr;
    t.top = base + contexts;
    t.end = base + all.bytes;
    t.newest = t.oldest = nullptr;
    for (free_block *&list : t.free)
        list = nullptr;
    if (known)
        *known = t.contexts != nullptr;
}

} // namespace detail

// What a task construct's clauses say, besides what it captures.
template <unsigned n> struct task_clauses {
    bool deferred, is_final;
    bool first; // a priority above that of others
    dependence list[n ? n : 1];
};

template <class... D> ROMP_FN task_clauses<sizeof...(D)> clauses(bool deferred, bool is_final, bool first, D... list)
{
    return {deferred, is_final, first, {list...}};
}

ROMP_FN void claim_tasks(const team_slices &all) { detail::claim_tasks(all, nullptr); }
// `known`: what functions ask (romp/state.cuh).
ROMP_FN void claim_tasks(const team_slices &all, bool &known) { detail::claim_tasks(all, &known); }

ROMP_FN void start_tasks(const team_slices &all)
{
    if (thread() == 0)
        claim_tasks(all);
    team_barrier();
}
ROMP_FN void start_tasks(const team_slices &all, bool &known)
{
    if (thread() == 0)
        claim_tasks(all, known);
    team_barrier();
}

ROMP_FN void release_tasks(const team_slices &all)
{
    if (all.count >= teams())
        return;
    fence();
    atomics::exchange(all.taken + tasks().slice, 0u);
}

// All threads of the block.
ROMP_FN void release_tasks_together(const team_slices &all)
{
    if (all.count >= teams())
        return;
    team_barrier();
    if (thread() == 0)
        release_tasks(all);
}

template <class T, bool = T::is_team> ROMP_FN void begin_tasks(T team)
{
    if (!detail::deferring(team))
        return;
    detail::task_context &me = detail::my_context();
    me.current = &me.implicit;
    me.undeferred = 0;
    me.in_final = false;
    detail::task_record &task = me.implicit;
    task.group = nullptr;
    task.ready_child = task.first_dependent = task.last_dependent = nullptr;
    task.children = 0;
    task.pending = 1;
}
ROMP_FN void begin_tasks() { begin_tasks(block_team()); }

template <class T, bool = T::is_team> ROMP_FN void end_tasks(T team)
{
    if (detail::deferring(team))
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

// What the thread does now is a task's, which no other thread can run.
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

template <unsigned n, class F> ROMP_FN bool defer(const task_clauses<n> &clauses, const F &body)
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

// A task. `body` holds copies of what it captures, and runs once.
template <class T, unsigned n, class F, bool = T::is_team> ROMP_FN void task(T team, const task_clauses<n> &clauses, F body)
{
    const bool deferring = detail::deferring(team);
    if (deferring) {
        if (detail::defer(clauses, body))
            return;
        if (n)
            detail::wait_for(clauses.list, n);
    }
    const detail::undeferred_task here(deferring, clauses.is_final);
    body();
}
template <class T, class F, bool = T::is_team> ROMP_FN void task(T team, F body) { task(team, clauses(true, false, false), body); }
template <unsigned n, class F> ROMP_FN void task(const task_clauses<n> &clauses, F body) { task(block_team(), clauses, body); }
template <class F, class = detail::no_team<F>> ROMP_FN void task(F body) { task(block_team(), body); }

// A task that runs where it stands for reasons of the translation, from here to the end of the scope.
struct included_task {
    detail::undeferred_task here;
    template <class T, bool = T::is_team> ROMP_FN included_task(T team, bool is_final) : here(detail::deferring(team), is_final) {}
    ROMP_FN explicit included_task(bool is_final) : included_task(block_team(), is_final) {}
};

// All tasks that are made before the end of the scope, and theirs, are complete there.
struct taskgroup {
    detail::task_context *me;
    detail::task_group *group;
    detail::task_record *current;

    template <class T, bool = T::is_team> ROMP_FN explicit taskgroup(T team) : me(nullptr), group(nullptr), current(nullptr)
    {
        if (detail::deferring(team))
            begin();
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
            me->undeferred++;
            return;
        }
        current = me->current;
        group->tasks = group->ready = 0;
        group->outer = current->group;
        current->group = group;
    }
    ROMP_FN void end()
    {
        if (!group) {
            me->undeferred--;
            return;
        }
        for (unsigned turns = 0; atomics::load(&group->tasks) != 0; turns++)
            if (detail::run_of(group))
                turns = 0;
            else
                detail::rest(turns);
        team_fence();
        current->group = group->outer;
        detail::task_free(group, sizeof(detail::task_group));
    }
};

// A variable that tasks share with the thread that declares it, and with its other tasks.
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

// A task's copies go to the originals, one task at a time.
template <class T, class... C, bool = T::is_team> ROMP_FN void reduce_task(T team, C... copies)
{
    if (detail::deferring(team))
        detail::locked([&] { reduce(one_thread(), copies...); });
    else
        reduce(one_thread(), copies...);
}

template <class T, bool = T::is_team> ROMP_FN int in_final(T team)
{
    return detail::deferring(team) && detail::my_context().in_final;
}
ROMP_FN int in_final() { return in_final(block_team()); }

} // namespace romp
#endif
