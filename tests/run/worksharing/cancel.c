/* cancel and cancellation point, with OMP_CANCELLATION: loops, sections and regions end early for all
 * threads, however they wait, and what follows works as before. */
#include "../test.h"

static const int sizes[] = {1, 2, 8, 32, 33, 64, 95, 992};

/* The thread that cancels runs no further iteration; all go on behind the loop. */
static void loops(int threads)
{
    int n = 2000, late = 0, behind = 0, team = 0, cancelled = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: late, behind, team, cancelled)
    {
        int mine = 0;
        if (omp_get_thread_num() == 0)
            team = omp_get_num_threads();
        for (int round = 0; round < 7; round++) {
            mine = 0;
            #pragma omp for schedule(dynamic, 3)
            for (int i = 0; i < n; i++) {
                if (mine) {
                    #pragma omp atomic
                    late++;
                }
                if (i % 50 == 49)
                    mine = 1;
                #pragma omp cancel for if (i % 50 == 49)
                #pragma omp cancellation point for
            }
            if (mine) {
                #pragma omp atomic
                cancelled++;
            }
            #pragma omp for
            for (int i = 0; i < n; i++) {
                #pragma omp cancel for
                #pragma omp atomic
                late++;
            }
            #pragma omp for nowait
            for (int i = 0; i < omp_get_num_threads(); i++) {
                #pragma omp atomic
                behind++;
            }
        }
    }
    CHECK(late == 0);
    CHECK(behind == 7 * team);
    CHECK(cancelled >= 7);
}

static void combined(int threads)
{
    int found = -1, n = 5000, runs = 0;
    #pragma omp target parallel for num_threads(threads) map(tofrom: found, runs) schedule(static, 1)
    for (int i = 0; i < n; i++) {
        if (i == 0) {
            #pragma omp atomic write
            found = i;
            #pragma omp cancel for
        }
        #pragma omp cancellation point for
        #pragma omp atomic
        runs++;
    }
    CHECK(found == 0);
    CHECK(runs < n);
}

static void in_sections(int threads)
{
    int before = 0, after = 0, behind = 0, team = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: before, after, behind, team)
    {
        if (omp_get_thread_num() == 0)
            team = omp_get_num_threads();
        #pragma omp sections
        {
            #pragma omp section
            {
                #pragma omp atomic
                before++;
                #pragma omp cancel sections
                after++;
            }
            #pragma omp section
            {
                #pragma omp cancellation point sections
                #pragma omp atomic
                before++;
            }
        }
        #pragma omp atomic
        behind++;
    }
    CHECK(before >= 1 && after == 0 && behind == team);
}

/* One thread leaves; nobody passes the barrier, whoever waits for it. */
static void regions(int threads)
{
    int before = 0, after = 0, team = 0, again = 0;
    #pragma omp target map(tofrom: before, after, team, again)
    {
        #pragma omp parallel num_threads(threads)
        {
            if (omp_get_thread_num() == 0)
                team = omp_get_num_threads();
            #pragma omp atomic
            before++;
            #pragma omp barrier
            if (omp_get_thread_num() == omp_get_num_threads() / 2) {
                #pragma omp cancel parallel
                #pragma omp atomic
                after++;
            }
            #pragma omp barrier
            #pragma omp atomic
            after++;
        }
        /* By a worksharing construct's barrier, and by nobody's but the region's end. */
        for (int round = 0; round < 3; round++) {
            int sum = 0;
            #pragma omp parallel num_threads(threads)
            {
                int own = omp_get_thread_num();
                #pragma omp cancel parallel if (own == round)
                #pragma omp for reduction(+: sum) schedule(dynamic)
                for (int i = 0; i < 100; i++)
                    sum += i;
                #pragma omp cancellation point parallel
                #pragma omp single
                {
                    if (round < omp_get_num_threads())
                        after++;
                }
                #pragma omp cancel parallel if (own % 2)
            }
            #pragma omp parallel num_threads(threads)
            {
                #pragma omp cancel parallel if (omp_get_thread_num() > 100000)
                #pragma omp atomic
                again++;
                #pragma omp barrier
            }
        }
    }
    CHECK(before == team);
    CHECK(after == 0);
    CHECK(again == 3 * team);
}

static void copies(int threads)
{
    int wrong = 0, seen = 0, team = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: wrong, seen, team)
    {
        int value = 0;
        if (omp_get_thread_num() == 0)
            team = omp_get_num_threads();
        #pragma omp single copyprivate(value)
        value = 17;
        #pragma omp atomic
        wrong += value != 17;
        #pragma omp atomic
        seen++;
        #pragma omp for ordered schedule(static, 1)
        for (int i = 0; i < 40; i++) {
            #pragma omp ordered
            value++;
        }
        #pragma omp cancel parallel if (omp_get_thread_num() == 0)
        #pragma omp barrier
        #pragma omp atomic
        wrong++;
    }
    CHECK(wrong == 0);
    CHECK(seen == team);
}

/* gcc's own copyprivate waits for threads that have left. */
static void copies_of_others(int threads)
{
    int wrong = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: wrong)
    {
        int value = 0;
        #pragma omp cancel parallel if (omp_get_thread_num() == 0)
        #pragma omp single copyprivate(value)
        value = 18;
        #pragma omp atomic
        wrong++;
    }
    CHECK(wrong == 0);
}

#pragma omp declare target
static int first_of(int n, const int *x, int wanted)
{
    int found = n;
    #pragma omp for schedule(static, 1)
    for (int i = 0; i < n; i++) {
        if (x[i] == wanted) {
            found = i;
            #pragma omp cancel for
        }
        #pragma omp cancellation point for
    }
    return found;
}
#pragma omp end declare target

static void functions(int threads)
{
    int x[500], n = 500, found = 0, rounds = 0, team = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    #pragma omp target map(to: x) map(tofrom: found, rounds, team)
    {
        #pragma omp parallel num_threads(threads)
        {
            if (omp_get_thread_num() == 0)
                team = omp_get_num_threads();
            for (int wanted = 0; wanted < 3; wanted++) {
                if (first_of(n, x, wanted) == wanted) {
                    #pragma omp atomic
                    found++;
                }
                #pragma omp atomic
                rounds++;
            }
        }
    }
    /* Wanted 0 is found for sure; a thread may be cancelled only by who has found it. */
    CHECK(found == 3);
    CHECK(rounds == 3 * team);
}

/* Nothing else is cancelled. */
static void nested(void)
{
    int inner = 0, outer = 0, behind = 0, team = 0;
    #pragma omp target parallel num_threads(8) map(tofrom: inner, outer, behind, team)
    {
        if (omp_get_thread_num() == 0)
            team = omp_get_num_threads();
        #pragma omp parallel num_threads(2)
        {
            #pragma omp cancel parallel
            #pragma omp atomic
            inner++;
        }
        #pragma omp atomic
        outer++;
        #pragma omp barrier
        #pragma omp cancel parallel if (omp_get_thread_num() > 99)
        #pragma omp atomic
        behind++;
    }
    CHECK(inner == 0 && outer == team && behind == team);
}

static void leagues(void)
{
    int runs = 0, n = 100000;
    #pragma omp target teams distribute parallel for num_teams(4) map(tofrom: runs)
    for (int i = 0; i < n; i++) {
        #pragma omp cancel for
        #pragma omp atomic
        runs++;
    }
    CHECK(runs == 0);
}

int main(int argc, char **argv)
{
    (void)argc;
    test_environment(argv, "OMP_CANCELLATION", "true");
    CHECK(omp_get_cancellation() == 1);
    int there = 0;
    #pragma omp target map(from: there)
    there = omp_get_cancellation();
    CHECK(there == 1);
    int most = on_device() ? 992 : 8;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes && sizes[i] <= most; i++) {
        loops(sizes[i]);
        combined(sizes[i]);
        in_sections(sizes[i]);
        regions(sizes[i]);
        copies(sizes[i]);
        if (on_device())
            copies_of_others(sizes[i]);
        functions(sizes[i]);
    }
    nested();
    leagues();
    return test_end();
}
