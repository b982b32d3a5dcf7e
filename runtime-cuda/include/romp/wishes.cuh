// romp/wishes.cuh: which lane of a warp is next to have a lock by trying (OpenMP 5.2, 18.9.5).
//
// omp_test_lock has no queue, since a thread that fails may never try again. But the hardware schedules the lanes of a
// warp, and where one lane takes the lock, releases it and tries again in a rhythm that never changes, another lane may
// find it taken at every try. A lane that fails therefore leaves a wish, and while there is a wish of another lane's, a
// lane leaves a free lock alone for a bounded moment. After that moment it takes the lock: no try of a free lock fails.
// Moments grow longer where wishes are fulfilled, and shorter where their lanes do not try again.
#ifndef ROMP_WISHES_CUH
#define ROMP_WISHES_CUH

namespace romp {

// A word of a table for each warp and lock. Where two of them share a word, that costs time and nothing else.
class wish {
public:
    ROMP_FN explicit wish(const volatile void *lock) : at(word(lock)) {}

    // Whether this lane may take the free lock after `waited` turns of waiting.
    ROMP_FN bool allows(unsigned waited)
    {
        if (!lanes_share_turns)
            return true;
        seen = atomics::load(at);
        return whose() == nobody || whose() == me() || waited >= shortest << patience();
    }

    // This lane took the lock, after `allows`.
    ROMP_FN void taken()
    {
        if (whose() == nobody)
            return;
        const bool came_true = whose() == me();
        const unsigned now = patience(), longer = now < most ? now + 1 : now, shorter = now > 0 ? now - 1 : now;
        write(nobody, came_true ? longer : shorter);
    }

    // This lane did not get the lock. Now and then a wish replaces another lane's: lanes that fail at the same time would
    // otherwise leave theirs in the same order each time.
    ROMP_FN void failed()
    {
        if (!lanes_share_turns)
            return;
        seen = atomics::load(at);
        if (whose() == nobody || (whose() != me() && noise() % 32 == 0))
            write(me(), patience());
    }

private:
    // The word: the wish's lane in its lower bits, and how far the moments are from the longest in its upper ones.
    static constexpr unsigned nobody = 0, lanes = 64, most = 4, shortest = 4, words = 4096;

    ROMP_FN static unsigned me() { return thread() % 32 + 1; }
    ROMP_FN unsigned whose() const { return seen % lanes; }
    ROMP_FN unsigned patience() const { return most - seen / lanes; }

    // Where another thread wrote the word meanwhile, that value stays: each of them will do.
    ROMP_FN void write(unsigned lane, unsigned patience)
    {
        atomics::compare_and_swap(at, seen, lane + lanes * (most - patience));
    }

    ROMP_FN static unsigned *word(const volatile void *lock)
    {
        static __device__ unsigned all[words];
        unsigned key = (unsigned)((size_t)lock >> 2) * 0x9e3779b1u ^ (team() * 32 + thread() / 32) * 0x85ebca6bu;
        key ^= key >> 15;
        return &all[key % words];
    }

    unsigned *at, seen = 0;
};

} // namespace romp
#endif
