/* What a case leaves behind, and how the device's is compared with the serial evaluation's. */
#include <complex.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 2048, BINS = 40, SPACE = 6144 };

/* What a case is run with. */
struct run {
    int n, threads, teams, chunk, part, inner;
};

struct out {
    int hits[MOST];          /* of each iteration */
    long long values[MOST];  /* what it computed */
    long long second[MOST];  /* what another loop made of that */
    int order[MOST];         /* iterations in the order of their ordered regions */
    int counts[6];
    long long lasts[4];             /* of a lastprivate, a linear and the iteration variables */
    unsigned long long whole[BINS]; /* reductions, or one in the first element */
    double real[BINS];
    unsigned long other;
    int who[MOST]; /* team * 1024 + thread; only the device's */
};
enum { ORDERED, SINGLES, MASKED, CRITICALS, THREADS, TEAMS };

/* What is known of the threads of iterations. */
enum rule { ANYONE, PIECES, CHUNKS, ASKED, PARTS };

static struct out want, got;
static int space[SPACE];
static int failures, shown;
static long combinations;

static void fail(int number, const struct run *r, const char *what, int at, long long is, long long wanted)
{
    failures++;
    if (shown++ < 20)
        printf("FAIL %d: n=%d threads=%d teams=%d chunk=%d part=%d inner=%d: %s[%d] is %lld, not %lld\n", number,
               r->n, r->threads, r->teams, r->chunk, r->part, r->inner, what, at, is, wanted);
}

#define SAME_EACH(what, count)                                                          \
    for (int at = 0; at < (count); at++)                                                \
        if (got.what[at] != want.what[at]) {                                            \
            fail(number, r, #what, at, (long long)got.what[at], (long long)want.what[at]); \
            break;                                                                      \
        }
#define SAME(what)                                                     \
    if (got.what != want.what)                                         \
        fail(number, r, #what, 0, (long long)got.what, (long long)want.what);

/* Iterations 0..total-1 and who ran them. `chunk` and `part` are those of the clauses. */
static void check_count(int number, const struct run *r, const char *what, int is, int wanted)
{
    if (is != wanted)
        fail(number, r, what, 0, is, wanted);
}

static void check_threads(int number, const struct run *r, enum rule rule, int total, int chunk, int part)
{
    int threads = got.counts[THREADS], teams = got.counts[TEAMS];
    static int pieces[1024];
    memset(pieces, 0, sizeof pieces);
    for (int k = 0; k < total; k++) {
        int who = got.who[k], thread = who % 1024, team = who / 1024;
        if (who < 0 || thread >= threads || team >= teams) {
            fail(number, r, "who", k, who, threads);
            return;
        }
        int wanted = who;
        switch (rule) {
        case ANYONE: break;
        case PIECES:
            /* One piece a thread, no longer than any must be. */
            if (k == 0 || got.who[k - 1] != who)
                if (pieces[thread]) {
                    fail(number, r, "pieces of", thread, 2, 1);
                    return;
                }
            if (++pieces[thread] > (total + threads - 1) / threads) {
                fail(number, r, "iterations of", thread, pieces[thread], (total + threads - 1) / threads);
                return;
            }
            break;
        case CHUNKS: wanted = k / chunk % threads; break;
        case ASKED: wanted = got.who[k - k % chunk]; break;
        case PARTS: wanted = k / part % teams * 1024 + k % part / chunk % threads; break;
        }
        if (who != wanted) {
            fail(number, r, "who", k, who, wanted);
            return;
        }
    }
}

static void check(int number, const struct run *r)
{
    combinations++;
    SAME_EACH(hits, MOST)
    SAME_EACH(values, MOST)
    SAME_EACH(second, MOST)
    SAME_EACH(order, MOST)
    SAME_EACH(whole, BINS)
    SAME_EACH(real, BINS)
    SAME_EACH(lasts, 4)
    SAME_EACH(counts, CRITICALS)
    SAME(other)
}

static void begin(void)
{
    memset(&want, 0, sizeof want);
    memset(&got, 0, sizeof got);
    memset(got.who, -1, sizeof got.who);
}
