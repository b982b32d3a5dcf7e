/* Results of many teams of few threads are combined group by group: numbers of teams around those of groups, teams of
   one thread, of a warp and of a part of one, of a master alone, and values that are larger than a word. */
#include "../test.h"

struct pair {
    double value;
    int team;
};

static inline struct pair larger(struct pair a, struct pair b)
{
    return a.value > b.value || (a.value == b.value && a.team < b.team) ? a : b;
}

#pragma omp declare reduction(larger : struct pair : omp_out = larger(omp_out, omp_in)) initializer(omp_priv = {-1, -1})

enum { KINDS = 20 };

static void one_thread(int count)
{
    long sum = 5;
    int highest = -1, teams = 0;
    struct pair best = {-1, -1};
    long of_kind[KINDS] = {0}, expected[KINDS] = {0};
#pragma omp target teams num_teams(count) thread_limit(1) reduction(+ : sum, of_kind) reduction(max : highest, teams) \
    reduction(larger : best)
    {
        int team = omp_get_team_num();
        sum += team + 1;
        highest = team;
        teams = omp_get_num_teams();
        best = larger(best, (struct pair){(team * 7) % 1000, team});
        of_kind[team % KINDS] += team;
    }
    struct pair most = {-1, -1};
    for (int t = 0; t < teams; t++) {
        most = larger(most, (struct pair){(t * 7) % 1000, t});
        expected[t % KINDS] += t;
    }
    CHECK(!on_device() || teams == count);
    CHECK(sum == 5 + (long)teams * (teams + 1) / 2);
    CHECK(highest == teams - 1);
    CHECK(best.value == most.value && best.team == most.team);
    for (int k = 0; k < KINDS; k++)
        CHECK(of_kind[k] == expected[k]);
}

static void some_threads(int count, int limit, int n)
{
    long sum = 0;
    double least = 1e9;
#pragma omp target teams distribute parallel for num_teams(count) thread_limit(limit) reduction(+ : sum) reduction(min : least)
    for (int i = 0; i < n; i++) {
        sum += i;
        least = least < 3.0 + i ? least : 3.0 + i;
    }
    CHECK(sum == (long)n * (n - 1) / 2);
    CHECK(least == (n > 0 ? 3.0 : 1e9));
}

/* A sequential part, which a master may run, and what it adds up. */
static void sequential_parts(int count, int n, int *seen)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        seen[i] = 0;
#pragma omp target teams distribute num_teams(count) reduction(+ : sum) map(tofrom : seen[0 : n])
    for (int i = 0; i < n; i++) {
        int part = 0;
#pragma omp parallel for reduction(+ : part)
        for (int j = 0; j < 5; j++)
            part += i + j;
        seen[i]++;
        sum += part;
    }
    long expected = 0;
    for (int i = 0; i < n; i++) {
        expected += 5L * i + 10;
        CHECK(seen[i] == 1);
    }
    CHECK(sum == expected);
}

int main(void)
{
    static const int counts[] = {1, 2, 63, 64, 65, 66, 127, 128, 129, 1000, 4097};
    static int seen[300];
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        one_thread(counts[c]);
        /* The counters are zero again behind each launch. */
        if (counts[c] < 200)
            one_thread(counts[c]);
    }
    for (size_t c = 5; c < sizeof counts / sizeof *counts; c += 3) {
        some_threads(counts[c], 1, 700);
        some_threads(counts[c], 20, 700);
        some_threads(counts[c], 33, 700);
        some_threads(counts[c], 64, 0);
    }
    sequential_parts(3, 5, seen);
    sequential_parts(200, 300, seen);
    sequential_parts(129, 0, seen);
    return test_end();
}
