/* single: once a team, waited for or not, with copies in and copies out to every thread. */
#include "../test.h"

enum { most = 992 };

struct pair {
    int first;
    double second;
};

static void one(int threads)
{
    int shared = 0, times = 0, nowait = 0, wrong = 0, start = 5;
    int seen[most], got[most];
    memset(seen, 0, sizeof seen);

    #pragma omp target parallel num_threads(threads) map(tofrom: shared, times, nowait, wrong, seen, got)
    {
        int me = omp_get_thread_num();
        #pragma omp single
        {
            shared = 7;
            times++;
        }
        seen[me] = shared;

        // Nobody waits; each of them runs once.
        #pragma omp single nowait
        {
            int local = 1;
            nowait += local;
        }
        #pragma omp barrier
        #pragma omp single nowait
        {
            int local = 10;
            nowait += local;
        }

        int mine = -1;
        double more[3] = {0, 0, 0};
        struct pair both = {0, 0};
        int *p = 0;
        #pragma omp single copyprivate(mine, more, both, p)
        {
            mine = 40 + start;
            for (int i = 0; i < 3; i++)
                more[i] = i + 0.5;
            both.first = 3;
            both.second = 4.5;
            p = &shared;
        }
        got[me] = mine + (more[2] == 2.5) + (both.first == 3 && both.second == 4.5) + (p == &shared);
    }
    CHECK(times == 1);
    CHECK(nowait == 11);
    for (int i = 0; i < threads; i++) {
        CHECK(seen[i] == 7);
        CHECK(got[i] == 48);
    }
    (void)wrong;
}

/* In loops, with firstprivate and private copies that do not reach the original. */
static void again(int threads)
{
    int total = 0, keep = 3, scratch = 9;
    int rounds[20];

    #pragma omp target parallel num_threads(threads) map(tofrom: total, keep, scratch, rounds)
    for (int r = 0; r < 20; r++) {
        #pragma omp single firstprivate(keep) private(scratch)
        {
            keep += r;
            scratch = 2 * keep;
            total += scratch;
            rounds[r] = total;
        }
        int value = rounds[r];
        #pragma omp single copyprivate(value)
        value = rounds[r] + 1;
        if (value != rounds[r] + 1)
            total = -1000000;
        #pragma omp barrier
    }
    CHECK(keep == 3 && scratch == 9);
    int want = 0;
    for (int r = 0; r < 20; r++) {
        want += 2 * (3 + r);
        CHECK(rounds[r] == want);
    }
    CHECK(total == want);
}

/* More than the buffer that values go through. */
static void large(int threads)
{
    int bad = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: bad)
    {
        long long many[100];
        for (int i = 0; i < 100; i++)
            many[i] = -1;
        #pragma omp single copyprivate(many)
        for (int i = 0; i < 100; i++)
            many[i] = 1000 + i;
        int mine = 0;
        for (int i = 0; i < 100; i++)
            mine += many[i] != 1000 + i;
        if (mine)
            bad = 1;
    }
    CHECK(bad == 0);
}

/* In every team, and outside of a parallel region. */
static void teams(void)
{
    int of_team[8], outside = 0;
    #pragma omp target teams num_teams(8) thread_limit(64) map(from: of_team)
    {
        int team = omp_get_team_num();
        of_team[team] = 0;
        if (omp_get_num_teams() < 8 && team == 0)
            for (int i = omp_get_num_teams(); i < 8; i++)
                of_team[i] = i + 1;
        #pragma omp parallel
        {
            #pragma omp single
            of_team[team] += team + 1;
        }
    }
    for (int i = 0; i < 8; i++)
        CHECK(of_team[i] == i + 1);

    #pragma omp target map(tofrom: outside)
    {
        int x = 1;
        #pragma omp single
        {
            int x = 5;
            outside += x;
        }
        #pragma omp single copyprivate(x)
        x = 2;
        outside += x;
        #pragma omp barrier
    }
    CHECK(outside == 7);
}

int main(void)
{
    int counts[] = {1, 5, 32, 33, 95, 992};
    for (int i = 0; i < 6; i++) {
        one(counts[i]);
        again(counts[i]);
        large(counts[i]);
    }
    teams();
    return test_end();
}
