// romp/check_notes.cuh: notes of device code for the emulated device's checks, beside the accesses that g++ instruments.
//
// In images of the emulated device that are checked, each is a call of the runtime, most of them in images that are
// checked for races (g++ -fsanitize=thread). In all other images they do nothing.
#ifndef ROMP_CHECK_NOTES_CUH
#define ROMP_CHECK_NOTES_CUH

#ifndef ROMP_RACES_
#define ROMP_RACES_ 0
#endif

namespace romp {

// Events of a lock or a critical section: this thread begins to wait for it, has it, and leaves it.
enum lock_moment { lock_awaited, lock_taken, lock_left };

#if defined(ROMP_EMULATED) && (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__))
ROMP_FN void note_lock(lock_moment moment, const volatile void *lock, source_place here)
{
    romp_emulated_lock(moment, lock, emulated::here.team, emulated::here.thread, here.file, here.line);
}
#else
ROMP_FN void note_lock(lock_moment, const volatile void *, source_place) {}
#endif

// Events of a loop whose iterations may be executed concurrently, though one thread executes them one after the other.
enum concurrent_moment { concurrent_begins, concurrent_next, concurrent_ends, concurrent_spares, sequence_begins, sequence_ends };
// Events of a unit of work (a single region, a section) that any thread of its team may execute; and that a thread asks
// for its number, on which what it does from then on may depend.
enum unit_moment { unit_begins, unit_ends, thread_number_read };
// Events of tasks.
enum task_moment { task_made, task_begins, task_ends, children_complete, group_complete, siblings_complete, all_complete, task_fulfilled, task_memory };

// Whether threads take the iterations of loops without a schedule in another order in each turn, so that neighbours in
// a column fall to different threads, too.
constexpr bool rotates_iterations = ROMP_RACES_;

#if ROMP_RACES_

ROMP_FN void note_concurrent(concurrent_moment moment, uint64_t about = 0, size_t bytes = 0)
{
    romp_emulated_concurrent(moment, about, bytes);
}
ROMP_FN void note_unit(unit_moment moment) { romp_emulated_unit(moment); }
// `about` is the task's record, the group, or null.
ROMP_FN void note_task(task_moment moment, const void *about, const void *group = nullptr,
                       const void *dependences = nullptr, unsigned count = 0)
{
    romp_emulated_task(moment, about, group, dependences, count);
}
// A reduction uses these bytes of an original variable, on behalf of each thread of the team: every thread calls it
// when it contributes its copy, and again, with `over`, when all copies are combined.
ROMP_FN void note_reduction(const volatile void *at, size_t bytes, bool over) { romp_emulated_reduces(at, bytes, over); }
// The same where one thread of the team adds the result without atomic operations: reductions of two teams into one
// original are a race.
ROMP_FN void note_result(const volatile void *at, size_t bytes, bool over) { romp_emulated_combines(at, bytes, over); }
ROMP_FN void note_own_code(bool begins) { romp_emulated_internal(begins); }

// Called before this thread asks for its next chunk of a dynamic schedule: lets the others ask first, once or twice, so
// that neighbouring chunks go to different threads, and not at the same distance to one thread each time.
ROMP_FN void give_way(unsigned long long done)
{
    if (!emulated::here.coroutines)
        return;
    spin();
    if (done * 0x9e3779b97f4a7c15ull >> 63)
        spin();
}

#else

ROMP_FN void note_concurrent(concurrent_moment, unsigned long long = 0, size_t = 0) {}
ROMP_FN void note_unit(unit_moment) {}
ROMP_FN void note_task(task_moment, const void *, const void * = nullptr, const void * = nullptr, unsigned = 0) {}
ROMP_FN void note_reduction(const volatile void *, size_t, bool) {}
ROMP_FN void note_result(const volatile void *, size_t, bool) {}
ROMP_FN void note_own_code(bool) {}
ROMP_FN void give_way(unsigned long long) {}

#endif

// Marks the header's own code, to the end of the scope. Its accesses to its own data are no races of the program,
// and the program cannot rely on the order that it makes.
struct own_code {
    ROMP_FN own_code() { note_own_code(true); }
    ROMP_FN ~own_code() { note_own_code(false); }
    own_code(const own_code &) = delete;
};

// In its scope: a loop whose iterations may be executed concurrently. Concurrent iterations are at most `apart` from
// each other, and in step as lanes of a vector or in any order.
struct concurrent_loop {
    ROMP_FN concurrent_loop(unsigned long long apart = ~0ull, bool any_order = false)
    {
        note_concurrent(concurrent_begins, apart, any_order);
    }
    ROMP_FN ~concurrent_loop() { note_concurrent(concurrent_ends); }
    concurrent_loop(const concurrent_loop &) = delete;
    ROMP_FN void next() const { note_concurrent(concurrent_next); }
    // Stands for a variable of which each iteration has one.
    template <class V> ROMP_FN void spares(V &variable) const
    {
        note_concurrent(concurrent_spares, (unsigned long long)(size_t)&variable, sizeof(V));
    }
};
// In its scope: a region of such a loop that iterations execute one after the other.
struct concurrent_sequence {
    ROMP_FN concurrent_sequence() { note_concurrent(sequence_begins); }
    ROMP_FN ~concurrent_sequence() { note_concurrent(sequence_ends); }
    concurrent_sequence(const concurrent_sequence &) = delete;
};

// In its scope: a unit of work (a single region, a section) that any thread of a team may execute. In a team of one
// thread that thread executes it in any case, and there is nothing to note.
struct unit_of_work {
    const bool several;
    ROMP_FN explicit unit_of_work(unsigned all) : several(all > 1)
    {
        if (several)
            note_unit(unit_begins);
    }
    template <class T, bool = T::is_team> ROMP_FN explicit unit_of_work(T team) : unit_of_work(team.threads()) {}
    ROMP_FN unit_of_work() : unit_of_work(threads()) {}
    ROMP_FN ~unit_of_work()
    {
        if (several)
            note_unit(unit_ends);
    }
    unit_of_work(const unit_of_work &) = delete;
};

} // namespace romp
#endif
