// romp/locks.cuh: `critical` and the lock routines (OpenMP 5.2, sections 15.2 and 18.9).
//
// Both serve waiting threads in the order of their arrival. Otherwise a thread that releases a lock and asks for
// it again at once would have it for ever if the others are lanes of its warp: the hardware schedules lanes, not the
// lock.
#ifndef ROMP_LOCKS_CUH
#define ROMP_LOCKS_CUH

namespace romp {

// A program's lock is a word: the number of the next arrival in its upper bits, the number that is served in its
// lower bits, and between them whether it was set by omp_test_lock. It is 0 where it is free, which is what the
// host's omp_init_lock writes and its routines expect, so that locks can be mapped. omp_lock_t has 4 bytes;
// omp_nest_lock_t has 16: word, count, owner. Owners are threads of teams.
namespace locks {

constexpr unsigned places = 1u << 15, served = places - 1, tried = 1u << 16, one_more = 1u << 17;
ROMP_FN unsigned next(unsigned word) { return word / one_more; }
ROMP_FN unsigned queue(unsigned word) { return (next(word) - word) & served; }

// Takes this thread's place in the queue, which is no longer than there are numbers; returns the lock as it was.
template <class P> ROMP_FN unsigned join(P word, source_place here)
{
    if ((size_t)teams() * threads() <= places / 2)
        return atomics::fetch_add(word, one_more);
    for (unsigned seen = atomics::load(word);;) {
        const bool full = queue(seen) == served;
        if (full)
            spin(here);
        const unsigned found = full ? atomics::load(word) : atomics::compare_and_swap(word, seen, seen + one_more);
        if (!full && found == seen)
            return seen;
        seen = found;
    }
}

} // namespace locks

// omp_test_lock has no queue. A thread that fails returns at an irregular time, and one that releases a lock it
// got so stays away for a moment: in step with each other, one thread would get the lock again and again, and another
// never. Lanes of a warp leave a free lock to each other for a moment (romp/wishes.cuh). A lane takes the lock inside the
// loop: at a place behind the loop the warp would wait for the lanes that still leave it alone.
template <class P> ROMP_FN bool try_lock(P word, source_place here = {})
{
    wish others(atomics::address(word));
    bool taken = false;
    for (unsigned waited = 0; !taken && atomics::load(word) == 0; waited++) {
        if (others.allows(waited)) {
            if (atomics::compare_and_swap(word, 0u, locks::one_more | locks::tried) != 0)
                break;
            taken = true;
        } else {
            spin_a_while(here);
        }
    }
    if (taken) {
        order_fence(atomics::address(word));
        note_lock(lock_taken, atomics::address(word), here);
        others.taken();
    } else {
        others.failed();
        spin_a_while(here);
    }
    return taken;
}

template <class P> ROMP_FN void lock(P word, source_place here = {})
{
    unsigned seen = locks::join(word, here);
    const unsigned mine = locks::next(seen);
    if ((seen & locks::served) != mine)
        note_lock(lock_awaited, atomics::address(word), here);
    while ((seen & locks::served) != mine) {
        spin(here);
        seen = atomics::load(word);
    }
    order_fence(atomics::address(word));
    note_lock(lock_taken, atomics::address(word), here);
}

// Lets others get the lock before this thread asks again.
template <class P> ROMP_FN void unlock(P word, source_place here = {})
{
    unsigned seen = atomics::load(word);
    order_fence(atomics::address(word));
    note_lock(lock_left, atomics::address(word), here);
    for (;;) {
        const unsigned next = (seen & ~(locks::served | locks::tried)) | ((seen + 1) & locks::served);
        const unsigned found = atomics::compare_and_swap(word, seen, locks::queue(next) ? next : 0);
        if (found == seen)
            break;
        seen = found;
    }
    if (seen & locks::tried)
        spin_a_while(here);
    let_others_run(here);
}

// The lock of critical sections.
struct queue_lock {
    unsigned next, served;

    // A number that is served before it is taken means that the lock is free.
    ROMP_FN unsigned join(bool &free)
    {
        const unsigned now = atomics::load(&served), mine = atomics::fetch_add(&next, 1u);
        free = now == mine;
        return mine;
    }
    ROMP_FN bool serves(unsigned number) { return atomics::load(&served) == number; }
    ROMP_FN void serve_next(source_place here)
    {
        order_fence();
        note_lock(lock_left, this, here);
        atomics::fetch_add(&served, 1u);
        let_others_run(here);
    }
};

// A critical section:
//
//     for (romp::critical section(lock); section.pending();)
//         if (section.enter()) {
//             ...
//         }
//
// Body and end stand inside the loop that waits. A thread that is inside or has left never waits, at a place
// behind the loop, for lanes of its warp that have not, which could be waiting for it.
class critical {
public:
    ROMP_FN explicit critical(queue_lock &lock, source_place here = {})
        : lock(&lock), number(lock.join(inside)), begun(false), here(here)
    {
        if (!inside)
            note_lock(lock_awaited, &lock, here);
    }

    ROMP_FN bool enter()
    {
        inside = inside || lock->serves(number);
        if (inside) {
            order_fence();
            note_lock(lock_taken, lock, here);
        } else {
            spin(here);
        }
        return begun = inside;
    }

    ROMP_FN bool pending()
    {
        if (!begun)
            return true;
        lock->serve_next(here);
        return never();
    }

private:
    queue_lock *lock;
    bool inside;
    unsigned number;
    bool begun;
    source_place here;
};

// A critical section whose body waits for no other thread: lanes of a warp that arrive together queue as one,
// enter one after the other, and go on together.
class brief_critical {
public:
    ROMP_FN explicit brief_critical(queue_lock &lock, source_place here = {})
        : lock(&lock), lanes(lanes_here(&lock)), waiting(lanes), begun(false), here(here)
    {
        if (enter()) {
            bool free;
            const unsigned number = lock.join(free);
            if (!free)
                note_lock(lock_awaited, &lock, here);
            while (!free) {
                spin(here);
                free = lock.serves(number);
            }
            order_fence();
            note_lock(lock_taken, &lock, here);
        }
        group_barrier(lanes);
    }

    ROMP_FN bool enter() const { return lane_bit() == (waiting & -waiting); }

    ROMP_FN bool pending()
    {
        if (!begun)
            return begun = true;
        const unsigned left = waiting & (waiting - 1);
        if (!left && enter())
            lock->serve_next(here);
        group_barrier(lanes);
        waiting = left;
        return left;
    }

private:
    queue_lock *lock;
    unsigned lanes, waiting; // Those that came with this one, and who of them was not inside yet.
    bool begun;
    source_place here;
};

namespace locks {

// This thread's number among all of the device, which is never 0.
ROMP_FN unsigned long long me() { return ((unsigned long long)team() << 32 | thread()) + 1; }

struct nested {
    unsigned word;
    int count;
    unsigned long long owner;
};

// omp.h declares locks as bytes.
template <class L> ROMP_FN atomics::maybe_local<unsigned> simple(L *lock)
{
    static_assert(sizeof(L) == sizeof(unsigned), "omp_lock_t is a word");
    return {(unsigned *)lock};
}

template <class L> ROMP_FN nested *nest(L *lock)
{
    static_assert(sizeof(L) == sizeof(nested), "omp_nest_lock_t is a word, a count and an owner");
    return (nested *)lock;
}

ROMP_FN atomics::maybe_local<unsigned> word(nested *lock) { return {&lock->word}; }

// No other thread writes this thread's own number there.
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
template <class L> ROMP_FN void omp_unset_lock(L *lock, source_place here = {}) { unlock(locks::simple(lock), here); }
template <class L> ROMP_FN int omp_test_lock(L *lock, source_place here = {})
{
    return try_lock(locks::simple(lock), here);
}
template <class L, class H> ROMP_FN void omp_init_lock_with_hint(L *lock, H) { omp_init_lock(lock); }

template <class L> ROMP_FN void omp_init_nest_lock(L *lock)
{
    locks::nested *const nest = locks::nest(lock);
    nest->count = 0;
    atomics::store(&nest->owner, 0ull);
    atomics::exchange(locks::word(nest), 0u);
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
template <class L> ROMP_FN void omp_unset_nest_lock(L *lock, source_place here = {})
{
    locks::nested *const nest = locks::nest(lock);
    if (--nest->count == 0) {
        atomics::store(&nest->owner, 0ull);
        unlock(locks::word(nest), here);
    }
}
template <class L> ROMP_FN int omp_test_nest_lock(L *lock, source_place here = {})
{
    locks::nested *const nest = locks::nest(lock);
    if (locks::mine(nest))
        return ++nest->count;
    return try_lock(locks::word(nest), here) ? locks::own(nest) : 0;
}
template <class L, class H> ROMP_FN void omp_init_nest_lock_with_hint(L *lock, H)
{
    omp_init_nest_lock(lock);
}

} // namespace common

} // namespace romp
#endif
