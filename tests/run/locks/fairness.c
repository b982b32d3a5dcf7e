/* Threads that give a lock or a critical section back and ask again at once, before others of their warp: everybody has
 * its turn. Chains of locks, nested sections, and threads of several teams. */
#include "../test.h"

/* work list by critical; who finds nothing asks again at once */
static int wl_critical(int threads, int work)
{
    int done = 0;
    #pragma omp target map(tofrom: done)
    {
        int left = work, busy = 0, made = work / 4;
        #pragma omp parallel num_threads(threads)
        for (;;) {
            int have = 0, over = 0;
            #pragma omp critical(a)
            { if (left > 0) {
                left--;
                busy++;
                have = 1;
            } else if (busy == 0) over = 1; }
            if (over) break;
            if (!have) continue;
            #pragma omp critical(a)
            { if (made > 0) { made--; left += 2; } done++; busy--; }
        }
    }
    return done;
}
static int wl_lock(int threads, int work)
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
            omp_set_lock(&lock);
            if (left > 0) {
                left--;
                busy++;
                have = 1;
            } else if (busy == 0) over = 1;
            omp_unset_lock(&lock);
            if (over) break;
            if (!have) continue;
            omp_set_lock(&lock);
            if (made > 0) { made--; left += 2; } done++; busy--;
            omp_unset_lock(&lock);
        }
    }
    return done;
}
static int wl_nest(int threads, int work)
{
    int done = 0;
    #pragma omp target map(tofrom: done)
    {
        omp_nest_lock_t lock;
        int left = work, busy = 0, made = work / 4;
        omp_init_nest_lock(&lock);
        #pragma omp parallel num_threads(threads)
        for (;;) {
            int have = 0, over = 0;
            omp_set_nest_lock(&lock);
            omp_set_nest_lock(&lock);
            if (left > 0) {
                left--;
                busy++;
                have = 1;
            } else if (busy == 0) over = 1;
            omp_unset_nest_lock(&lock);
            omp_unset_nest_lock(&lock);
            if (over) break;
            if (!have) continue;
            omp_set_nest_lock(&lock);
            if (made > 0) { made--; left += 2; } done++; busy--;
            omp_unset_nest_lock(&lock);
        }
    }
    return done;
}
/* two criticals, one within the other, some lanes take the inner one alone */
static int nested(int threads, int rounds)
{
    int x = 0, y = 0;
    #pragma omp target map(tofrom: x, y)
    #pragma omp parallel num_threads(threads)
    for (int i = 0; i < rounds; i++) {
        if ((omp_get_thread_num() + i) % 3) {
            #pragma omp critical(o)
            { x++;
              #pragma omp critical(i)
              y++;
            }
        } else {
            #pragma omp critical(i)
            y++;
        }
    }
    return y == threads * rounds;
}
/* flags: a thread waits by an atomic read for what another sets in a critical section */
static int flags(int threads)
{
    int turn = 0;
    #pragma omp target map(tofrom: turn)
    #pragma omp parallel num_threads(threads)
    {
        int me = omp_get_thread_num();
        for (int done = 0; !done;) {
            #pragma omp critical(t)
            if (turn == me) { turn++; done = 1; }
        }
    }
    return turn;
}
static int flags_lock(int threads)
{
    int turn = 0;
    #pragma omp target map(tofrom: turn)
    {
        omp_lock_t l;
        omp_init_lock(&l);
        #pragma omp parallel num_threads(threads)
        {
            int me = omp_get_num_threads() - 1 - omp_get_thread_num();
            for (int done = 0; !done;) {
                omp_set_lock(&l);
                if (turn == me) { turn++; done = 1; }
                omp_unset_lock(&l);
            }
        }
    }
    return turn;
}
/* dining: two locks of a ring in order */
static int ring(int threads, int rounds)
{
    int ok = 1;
    static omp_lock_t locks[992];
    static int count[992];
    memset(count, 0, sizeof count);
    for (int i = 0; i < 992; i++) omp_init_lock(&locks[i]);
    #pragma omp target map(tofrom: locks, count)
    #pragma omp parallel num_threads(threads)
    {
        int me = omp_get_thread_num(), n = omp_get_num_threads();
        int a = me, b = (me + 1) % n;
        if (a > b) { int t = a; a = b; b = t; }
        for (int i = 0; i < rounds; i++) {
            omp_set_lock(&locks[a]);
            if (b != a) omp_set_lock(&locks[b]);
            count[a]++; if (b != a) count[b]++;
            if (b != a) omp_unset_lock(&locks[b]);
            omp_unset_lock(&locks[a]);
        }
    }
    for (int i = 0; i < threads; i++) ok &= count[i] == (threads > 1 ? 2 : 1) * rounds;
    for (int i = 0; i < 992; i++) { if (!omp_test_lock(&locks[i])) ok = 0; }
    return ok;
}
static int teams_lock(int teams, int threads, int rounds)
{
    long n = 0; omp_lock_t l; long got = 0;
    omp_init_lock(&l);
    long c = 0;
    #pragma omp target teams num_teams(teams) thread_limit(threads) map(tofrom: n, l, got, c)
    #pragma omp parallel num_threads(threads)
    for (int i = 0; i < rounds; i++) {
        omp_set_lock(&l);
        n = n + 1;
        omp_unset_lock(&l);
        #pragma omp critical(g)
        c = c + 1;
        #pragma omp atomic
        got++;
    }
    if (!omp_test_lock(&l)) return 0;
    return n == got && c == got;
}

int main(void)
{
    static const int sizes[] = {1, 2, 5, 8, 31, 32, 33, 95, 256};
    const unsigned last = on_device() ? sizeof sizes / sizeof *sizes : 2; /* of the host's threads all wait in turn */
    for (unsigned i = 0; i < last; i++) {
        int n = sizes[i];
        CHECK(wl_critical(n, 300) == 375 + 75);
        CHECK(wl_lock(n, 300) == 375 + 75);
        CHECK(wl_nest(n, 300) == 375 + 75);
        CHECK(nested(n, 7));
        CHECK(flags(n) == n);
        CHECK(flags_lock(n) == n);
        CHECK(ring(n, 9));
        CHECK(teams_lock(5, n, 7));
    }
    return test_end();
}
