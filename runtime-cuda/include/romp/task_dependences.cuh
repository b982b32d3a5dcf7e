// romp/task_dependences.cuh: the order that `depend` clauses specify among the child tasks of one task (OpenMP
// 5.2, 15.9.5), and dependence objects.
//
//     romp::task(omp, romp::clauses(romp::in(&a), romp::out(&b)), [=] { ... });
//     romp::taskwait_for(omp, romp::in(&a));
//     romp::set_depobj(&d, romp::out(&a));     depobj(d) depend(out: a)
//     romp::update_depobj(&d, romp::depends_in);
//     romp::of_depobj(&d)                      depend(depobj: d)
//
// Child tasks with dependences stand in a list in the order of their generation until they are complete; each
// counts the older ones that it depends on. To execute them one after the other is also to execute one at a time:
// `mutexinoutset` is treated as `out`.
#ifndef ROMP_TASK_DEPENDENCES_CUH
#define ROMP_TASK_DEPENDENCES_CUH

namespace romp {

ROMP_FN dependence in(const volatile void *at) { return {at, depends_in}; }
ROMP_FN dependence out(const volatile void *at) { return {at, depends_out}; }
ROMP_FN dependence inoutset(const volatile void *at) { return {at, depends_inoutset}; }
ROMP_FN dependence all_memory() { return {nullptr, depends_out}; }

// An omp_depend_t holds a dependence.
template <class D> ROMP_FN dependence &of_depobj(D *object)
{
    static_assert(sizeof(D) >= sizeof(dependence), "an omp_depend_t has two words");
    return *(dependence *)object;
}
template <class D> ROMP_FN void set_depobj(D *object, dependence value) { of_depobj(object) = value; }
template <class D> ROMP_FN void update_depobj(D *object, unsigned kind) { of_depobj(object).kind = kind; }

namespace detail {

// Whether a task with one of these dependences must wait for an older sibling with the other.
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

// How many child tasks of the parent that are not complete precede something with these dependences. Called with
// the lock.
ROMP_FN unsigned predecessors(task_record *parent, const dependence *list, unsigned count)
{
    unsigned found = 0;
    for (task_record *s = parent->first_dependent; s; s = s->dependent_behind)
        found += conflict(s->dependences, s->dependence_count, list, count);
    return found;
}

// Records a child task that is generated now. Called with the lock.
ROMP_FN void depend_on_siblings(task_record *t)
{
    task_record *const parent = t->parent;
    t->waits_for = predecessors(parent, t->dependences, t->dependence_count);
    t->dependent_behind = nullptr;
    t->dependent_before = parent->last_dependent;
    (parent->last_dependent ? parent->last_dependent->dependent_behind : parent->first_dependent) = t;
    parent->last_dependent = t;
}

} // namespace detail

} // namespace romp
#endif
