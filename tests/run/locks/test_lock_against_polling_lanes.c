/* One lane of a warp needs a lock that the others take, and give back, again and again until it had it: omp_test_lock
 * in a loop must come to every lane. And who tried once, and left, keeps nobody from a free lock. */
#include "../test.h"

static int needed(int threads, int rounds)
{
    int had = 0;
    #pragma omp target map(tofrom: had)
    {
        omp_lock_t lock;
        omp_init_lock(&lock);
        int turn = 0, polls = 0;
        #pragma omp parallel num_threads(threads)
        for (;;) {
            int mine = 0, over;
            while (!omp_test_lock(&lock)) ;
            over = turn == rounds;
            mine = turn % threads == omp_get_thread_num();
            polls++;
            omp_unset_lock(&lock);
            if (over) break;
            if (mine) {
                while (!omp_test_lock(&lock)) ;
                turn++;
                had++;
                omp_unset_lock(&lock);
            }
        }
        omp_destroy_lock(&lock);
        had = polls >= rounds ? had : -1;
    }
    return had;
}

static int nested(int threads, int rounds)
{
    int had = 0;
    #pragma omp target map(tofrom: had)
    {
        omp_nest_lock_t lock;
        omp_init_nest_lock(&lock);
        int left = rounds;
        #pragma omp parallel num_threads(threads)
        for (int over = 0; !over;) {
            if (!omp_test_nest_lock(&lock)) continue;
            if (omp_test_nest_lock(&lock) != 2) had = -100000;
            if (left > 0) { left--; had++; } else over = 1;
            omp_unset_nest_lock(&lock);
            omp_unset_nest_lock(&lock);
        }
        omp_destroy_nest_lock(&lock);
    }
    return had;
}

/* All but one fail and leave; then each in turn finds the lock free, at its first try. */
static int abandoned(int threads)
{
    int failed = 0, found = 0;
    #pragma omp target map(tofrom: failed, found)
    {
        omp_lock_t lock;
        omp_init_lock(&lock);
        #pragma omp parallel num_threads(threads)
        for (int holder = 0; holder < threads; holder++) {
            const int me = omp_get_thread_num();
            if (me == holder) omp_set_lock(&lock);
            #pragma omp barrier
            if (me != holder && !omp_test_lock(&lock)) {
                #pragma omp atomic
                failed++;
            }
            #pragma omp barrier
            if (me == holder) omp_unset_lock(&lock);
            #pragma omp barrier
            if (me == (holder + 1) % threads && omp_test_lock(&lock)) {
                found++;
                omp_unset_lock(&lock);
            }
            #pragma omp barrier
        }
        omp_destroy_lock(&lock);
    }
    return failed == threads * (threads - 1) && found == threads;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 31, 32, 33, 64};
    const unsigned last = on_device() ? sizeof sizes / sizeof *sizes : 3; /* of the host's threads all wait in turn */
    for (unsigned i = 0; i < last; i++) {
        CHECK(needed(sizes[i], 4 * sizes[i]) == 4 * sizes[i]);
        CHECK(nested(sizes[i], 100) == 100);
        CHECK(abandoned(sizes[i]));
    }
    return test_end();
}
