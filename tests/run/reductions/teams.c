/* `teams` with a reduction of its own, around everything that may stand in it. */
#include "../test.h"

int main(void)
{
    enum { n = 3000 };
    int teams = 0, count = 0;
    #pragma omp target teams num_teams(6) reduction(+: teams) map(tofrom: count)
    {
        teams++;
    }
    CHECK(teams >= 1 && teams <= 6);
    CHECK(teams == 6 || !on_device());

    long sum = 100, most = -1;
    #pragma omp target teams reduction(+: sum) reduction(max: most) num_teams(5)
    {
        #pragma omp distribute parallel for reduction(+: sum) reduction(max: most)
        for (int i = 0; i < n; i++) {
            sum += i;
            if (i * 3 % n > most)
                most = i * 3 % n;
        }
    }
    CHECK(sum == 100 + (long)n * (n - 1) / 2);
    CHECK(most == (n - 1) / 3 * 3);

    long inner = 0;
    #pragma omp target map(tofrom: inner)
    #pragma omp teams distribute parallel for reduction(+: inner)
    for (int i = 0; i < n; i++)
        inner += 2 * i;
    CHECK(inner == (long)n * (n - 1));

    long by_team = 0;
    #pragma omp target teams distribute num_teams(7) reduction(+: by_team)
    for (int i = 0; i < n; i++)
        by_team += i;
    CHECK(by_team == (long)n * (n - 1) / 2);

    long in_parallel = 0;
    #pragma omp target teams num_teams(4) thread_limit(64) reduction(+: in_parallel)
    {
        #pragma omp parallel num_threads(33) reduction(+: in_parallel)
        in_parallel++;
    }
    CHECK(in_parallel >= 1);
    CHECK(in_parallel == 4 * 33 || !on_device());
    return test_end();
}
