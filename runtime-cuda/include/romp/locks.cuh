// romp/locks.cuh: `critical` and the lock routines (OpenMP 5.2, sections 15.2 and 18.9).
//
// A lock is a word of memory, 0 where it is free: what the host's omp_init_lock writes, so that a lock
// that the host has initialised can be mapped. omp_lock_t has 4 bytes; omp_nest_lock_t 16: word, count,
// owner. Owners are threads of teams.
#ifndef ROMP_LOCKS_CUH
#define ROMP_LOCKS_CUH

namespace romp {

template <class P> ROMP_FN bool try_lock(P word)
{
    const bool taken = atomics::load(word) == 0 && atomics::compare_and_swap(word, 0u, 1u) == 0;
    if (taken)
        fence();
    return taken;
}

template <class P> ROMP_FN void lock(P word, source_place here = {})
{
    while (!try_lock(word))
        spin(here);
}

template <class P> ROMP_FN void unlock(P word)
{
    fence();
    atomics::exchange(word, 0u);
}

// A critical section:
//
//     for (romp::critical section(word); section.pending();)
//         if (section.enter()) {
//             ...
//         }
//
// The body stands inside the loop that waits, and so does the end: the thread that holds the lock never has to
// wait, at a place behind the loop, for the threads of its warp that do not get it.
class critical {
public:
    ROMP_FN explicit critical(unsigned &word, source_place here = {}) : word(&word), inside(false), here(here) {}

    ROMP_FN bool enter()
    {
        inside = try_lock(word);
        if (!inside)
            spin(here);
        return inside;
    }

    ROMP_FN bool pending()
    {
        if (!inside)
            return true;
        unlock(word);
        return never();
    }

private:
    unsigned *word;
    bool inside;
    source_place here;
};

namespace locks {

// This thread's number among all of the device, and none is 0.
ROMP_FN unsigned long long me() { return ((unsigned long long)team() << 32 | thread()) + 1; }

struct nested {
    unsigned word;
    int count;
    unsigned long long owner;
};

// omp.h declares locks as bytes.
template <class L> ROMP_FN atomics::wary<unsigned> simple(L *lock)
{
    static_assert(sizeof(L) == sizeof(unsigned), "omp_lock_t is a word");
    return {(unsigned *)lock};
}

template <class L> ROMP_FN nested *nest(L *lock)
{
    static_assert(sizeof(L) == sizeof(nested), "omp_nest_lock_t is a word, a count and an owner");
    return (nested *)lock;
}

ROMP_FN atomics::wary<unsigned> word(nested *lock) { return {&lock->word}; }

// Nobody else writes this thread's own number there.
ROMP_FN bool mine(nested *lock) { return atomics::load(&lock->owner) == me(); }

ROMP_FN int own(nested *lock)
{
    atomics::store(&lock->owner, me());
    return lock->count = 1;
}

} // namespace locks

namespace common {

template <class L> ROMP_FN void omp_init_lock(L *lock) { atomics::exchange(locks::simple(lock), 0u); }
template <class L> ROMP_FN void omp_destroy_lock(L *lock) { (void)locks::simple(lock); }
template <class L> ROMP_FN void omp_set_lock(L *lock, source_place here = {}) { romp::lock(locks::simple(lock), here); }
template <class L> ROMP_FN void omp_unset_lock(L *lock)
{
    unlock(locks::simple(lock));
    // Others first: who asks again and again would have it again and again, before lanes of its own warp.
    spin();
}
template <class L> ROMP_FN int omp_test_lock(L *lock, source_place here = {})
{
    const bool taken = try_lock(locks::simple(lock));
    if (!taken)
        let_others_run(here);
    return taken;
}
template <class L, class H> ROMP_FN void omp_init_lock_with_hint(L *lock, H) { omp_init_lock(lock); }

template <class L> ROMP_FN void omp_init_nest_lock(L *lock)
{
    locks::nested *const nest = locks::nest(lock);
    nest->count = 0;
    atomics::store(&nest->owner, 0ull);
    unlock(locks::word(nest));
}
template <class L> ROMP_FN void omp_destroy_nest_lock(L *lock) { (void)locks::nest(lock); }
template <class L> ROMP_FN void omp_set_nest_lock(L *lock, source_place here = {})
{
    locks::nested *const nest = locks::nest(lock);
    if (locks::mine(nest)) {
        nest->count++;
        return;
    }
    romp::lock(locks::word(nest), here);
    locks::own(nest);
}
template <class L> ROMP_FN void omp_unset_nest_lock(L *lock)
{
    locks::nested *const nest = locks::nest(lock);
    if (--nest->count == 0) {
        atomics::store(&nest->owner, 0ull);
        unlock(locks::word(nest));
    }
}
template <class L> ROMP_FN int omp_test_nest_lock(L *lock, source_place here = {})
{
    locks::nested *const nest = locks::nest(lock);
    if (locks::mine(nest))
        return ++nest->count;
    if (try_lock(locks::word(nest)))
        return locks::own(nest);
    let_others_run(here);
    return 0;
}
template <class L, class H> ROMP_FN void omp_init_nest_lock_with_hint(L *lock, H)
{
    omp_init_nest_lock(lock);
}

} // namespace common

} // namespace romp
#endif
