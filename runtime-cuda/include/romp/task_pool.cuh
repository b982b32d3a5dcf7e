// romp/task_pool.cuh: the records of a team's tasks, and the memory for them (see romp/tasks.cuh).
//
//     romp::start_tasks(task_memory);         once a kernel: all threads of the block ...
//     romp::claim_tasks(task_memory);         ... or the master alone
//     romp::release_tasks(task_memory);       one thread, at the kernel's end
//
// The launch brings a slice of ROMP_TASKS bytes for each team: a context for each thread, and behind these blocks
// whose sizes are powers of two, which return to lists of free blocks. One lock guards lists and memory.
#ifndef ROMP_TASK_POOL_CUH
#define ROMP_TASK_POOL_CUH

// Functions that are too long to be copied into each caller.
#define ROMP_TASK_FN inline __device__ __noinline__

namespace romp {

enum dependence_kind : unsigned { depends_in, depends_out, depends_inoutset };

// A list item of a depend clause; without an address it is omp_all_memory.
struct dependence {
    const volatile void *at;
    unsigned kind;
};

namespace detail {

struct task_group {
    unsigned tasks; // how many are not complete
    unsigned ready; // how many of these may start
    unsigned cancelled;
    task_group *outer;
};

struct task_record;

// An event that completes a task beside the end of its code (detach).
struct task_event {
    unsigned fulfilled;
    unsigned discarded; // its task was cancelled before it began
    task_record *task;  // null until its record exists
};

struct task_record {
    void (*run)(task_record *);
    task_record *parent;
    task_group *group;
    task_event *event;
    // Neighbours in the lists of tasks that may start: the team's, and the parent's.
    task_record *newer, *older;
    task_record *sibling_before, *sibling_behind;
    task_record *ready_child;
    // The list of child tasks with dependences that are not complete, in the order of their generation; and the
    // neighbours of this task in its parent's list.
    task_record *first_dependent, *last_dependent;
    task_record *dependent_before, *dependent_behind;
    const dependence *dependences;
    unsigned dependence_count;
    unsigned waits_for; // older siblings that it depends on and that are not complete
    unsigned children;  // how many are not complete
    unsigned pending;   // its code and its event; 0: it is complete
    unsigned bytes;
    bool is_final, first_of_all;
};

// The task that a thread executes, and what it knows of its team's.
struct task_context {
    task_record *current; // null before its first region with tasks
    unsigned undeferred;  // variables of this thread that no other can reach
    bool in_final;
    unsigned over;         // no task is left at this barrier
    task_record *assigned; // what its warp's first thread took for it, if anything
    task_record implicit;
};

struct free_block {
    free_block *next;
};

constexpr unsigned task_classes = 12, smallest_class = 64;

} // namespace detail

struct alignas(16) task_team {
    unsigned lock;
    unsigned ready;       // tasks that may start
    unsigned outstanding; // tasks that are not complete
    unsigned arrived, round;
    unsigned busy_warps;  // a bit for each warp some of whose threads run a task
    unsigned busy[32];    // how many threads of each warp run a task
    unsigned here[32];    // threads of each warp that have arrived at the barrier
    detail::task_context *contexts;
    char *top, *end;
    detail::task_record *newest, *oldest;
    detail::free_block *free[detail::task_classes];
    unsigned long long slice;
};
static_assert(sizeof(task_team) == 432, "the translator plans with this size");

ROMP_TEAM_STORAGE(task_team, tasks)

namespace detail {

#ifdef ROMP_EMULATED
ROMP_FN void rest(unsigned) { spin(); }
#else
ROMP_FN void rest(unsigned turns) { __nanosleep(turns < 5 ? 32u << turns : 1000u); }
#endif

ROMP_FN task_context &my_context() { return tasks().contexts[thread()]; }

// Calls `f` with the team's lock if that is free. The body stands inside, so that the thread with the lock waits
// for nobody (romp/locks.cuh).
template <class F> ROMP_FN bool if_free(F f)
{
    unsigned *const word = &tasks().lock;
    if (atomics::load(word) != 0 || atomics::compare_and_swap(word, 0u, 1u) != 0)
        return false;
    team_fence();
    f();
    team_fence();
    atomics::exchange(word, 0u);
    return true;
}

// Calls `f` with the team's lock. The body and its end stand inside the loop that waits (romp/locks.cuh).
template <class F> ROMP_FN void locked(F f)
{
    for (bool again = true; again;) {
        if (if_free(f))
            again = never();
        else
            rest(0);
    }
}

// Allocates memory of the slice. Called with the lock.

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
        note_task(task_memory, found, nullptr, nullptr, smallest_class << at);
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

// Allocates memory of the slice. Called without the lock.
ROMP_TASK_FN void *task_alloc(unsigned long long bytes)
{
    const own_code own;
    void *found = nullptr;
    locked([&] { found = take_block(bytes); });
    return found;
}

ROMP_TASK_FN void task_free(void *block, unsigned long long bytes)
{
    const own_code own;
    locked([&] { give_block(block, bytes); });
}

ROMP_FN void claim_tasks(const team_slices &all, bool *known)
{
    task_team &t = tasks();
    t.slice = all.count >= teams() ? team() : free_slice(all);
    char *const base = all.base + t.slice * ((all.bytes + 255) / 256 * 256);
    const unsigned long long contexts = (threads() * sizeof(task_context) + 63) / 64 * 64;
    t.lock = t.ready = t.outstanding = t.arrived = t.round = t.busy_warps = 0;
    for (unsigned i = 0; i < 32; i++)
        t.busy[i] = t.here[i] = 0;
    t.contexts = all.bytes >= contexts ? (task_context *)base : nullptr;
    t.top = base + contexts;
    t.end = base + all.bytes;
    t.newest = t.oldest = nullptr;
    for (free_block *&list : t.free)
        list = nullptr;
    if (known)
        *known = t.contexts != nullptr;
    if (t.contexts)
        for (unsigned i = 0; i < threads(); i++) {
            t.contexts[i].current = nullptr;
            t.contexts[i].in_final = false;
        }
}

// Whether the threads of this team may have tasks, which is the same for all of them.
template <class T> ROMP_FN bool may_defer(T)
{
    // The parameter takes both kinds of team: an overload for one would not be chosen for the other.
    if constexpr (std::is_base_of<orphan_team, T>::value)
        return state().tasks && state().work.size != 0 && state().nested[thread()] == 0;
    else
        return tasks().contexts != nullptr;
}
ROMP_FN bool may_defer(one_thread) { return false; }
template <class T> ROMP_FN bool may_defer(nested_team<T>) { return false; }

// Whether this thread's tasks may be deferred or executed by other threads: its region began with begin_tasks.
template <class T> ROMP_FN bool deferring(T team) { return may_defer(team) && my_context().current != nullptr; }

} // namespace detail

ROMP_FN void claim_tasks(const team_slices &all) { detail::claim_tasks(all, nullptr); }
// `known` is the `tasks` of romp/state.cuh, by which functions learn that the kernel has tasks.
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

// Called by all threads of the block.
ROMP_FN void release_tasks_together(const team_slices &all)
{
    if (all.count >= teams())
        return;
    team_barrier();
    if (thread() == 0)
        release_tasks(all);
}

} // namespace romp
#endif
