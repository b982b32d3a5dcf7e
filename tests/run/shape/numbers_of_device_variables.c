/* Clauses of a launch name `declare target` variables: the host evaluates what stands on `target` and on what is combined
   with it, with its own values; a construct within the region has the device's. */
#include "../test.h"

#pragma omp declare target
int teams_wanted = 3, limit = 64, threads_wanted = 5, condition = 1, device = 0;
int table[4] = {2, 3, 4, 5};
static int more = 2;
#pragma omp end declare target
int linked = 3;
#pragma omp declare target link(linked)

int main(void)
{
    int teams = 0, threads = 0, a[100], count = 0;
    teams_wanted = 4;
    threads_wanted = 7;
    more = 3;
    limit = 32;
    table[1] = 6;
    linked = 5;
#pragma omp target teams num_teams(teams_wanted) thread_limit(limit) device(device) map(from: teams)
    if (omp_get_team_num() == 0)
        teams = omp_get_num_teams();
    CHECK(teams == 4);
#pragma omp target parallel num_threads(threads_wanted) if(target: condition) map(from: threads)
    if (omp_get_thread_num() == 0)
        threads = omp_get_num_threads();
    CHECK(threads == 7);
#pragma omp target teams num_teams(table[1]) map(from: teams)
    if (omp_get_team_num() == 0)
        teams = omp_get_num_teams();
    CHECK(teams == 6);
#pragma omp target teams num_teams(linked + more) map(from: teams)
    if (omp_get_team_num() == 0)
        teams = omp_get_num_teams();
    CHECK(teams == 8);
#pragma omp target map(from: threads)
    {
#pragma omp parallel num_threads(threads_wanted) if(condition)
        if (omp_get_thread_num() == 0)
            threads = omp_get_num_threads();
    }
    CHECK(threads == (on_device() ? 5 : 7));
#pragma omp target update to(threads_wanted)
#pragma omp target map(from: threads)
    {
#pragma omp parallel num_threads(threads_wanted)
        if (omp_get_thread_num() == 0)
            threads = omp_get_num_threads();
    }
    CHECK(threads == 7);
#pragma omp target teams distribute parallel for num_teams(teams_wanted) num_threads(threads_wanted) \
    schedule(static, more) map(from: a) reduction(+: count)
    for (int i = 0; i < 100; i++) {
        a[i] = i;
        count++;
    }
    CHECK(count == 100 && a[99] == 99);
    condition = 0;
#pragma omp target map(from: threads) if(condition)
    threads = omp_is_initial_device();
    CHECK(threads == 1);
    return test_end();
}
