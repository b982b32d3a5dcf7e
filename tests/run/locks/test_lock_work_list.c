/* A work list behind omp_test_lock: a thread that finds nothing tries again at once. In teams of several warps, and
 * (ONE_WARP) in one warp, whose lanes the hardware runs one after the other: it may be always the same lane that finds
 * the lock taken. */
#include "../test.h"

#ifdef ONE_WARP
#define SIZES {1, 2, 5, 8, 31, 32}
#else
#define SIZES {1, 64, 95, 256}
#endif

static int wl_test(int threads, int work)
{
    int done = 0;
    #pragma omp target map(tofrom: done)
    {
        omp_lock_t lock;
        int left = work, busy = 0, made = work / 4;
        omp_init_lock(&lock);
        #pragma omp parallel num_threads(threads)
        for (;;) {
            int have = 0, over = 0;
            if (!omp_test_lock(&lock)) continue;
            if (left > 0) { left--; busy++; have = 1; } else if (busy == 0) over = 1;
            omp_unset_lock(&lock);
            if (over) break;
            if (!have) continue;
            while (!omp_test_lock(&lock)) ;
            if (made > 0) { made--; left += 2; } done++; busy--;
            omp_unset_lock(&lock);
        }
    }
    return done;
}

int main(void)
{
    static const int sizes[] = SIZES;
    const unsigned last = on_device() ? sizeof sizes / sizeof *sizes : 2; /* of the host's threads all wait in turn */
    for (unsigned i = 0; i < last; i++)
        CHECK(wl_test(sizes[i], 300) == 450);
    return test_end();
}
