/* num_teams, thread_limit and num_threads together, as expressions. */
#include "../test.h"

int main(void)
{
    enum { n = 1000 };
    static int team[n], thread[n], teams[n], threads[n];
    int two = 2;

    #pragma omp target teams distribute parallel for num_teams(two + 1) thread_limit(two * 64) num_threads(33) \
        map(from: team, thread, teams, threads)
    for (int i = 0; i < n; i++) {
        team[i] = omp_get_team_num();
        thread[i] = omp_get_thread_num();
        teams[i] = omp_get_num_teams();
        threads[i] = omp_get_num_threads();
    }
    for (int i = 0; i < n; i++) {
        CHECK(teams[i] >= 1 && teams[i] <= 3);
        CHECK(team[i] >= 0 && team[i] < teams[i]);
        CHECK(threads[i] >= 1 && threads[i] <= 33);
        CHECK(thread[i] >= 0 && thread[i] < threads[i]);
        if (on_device())
            CHECK(teams[i] == 3 && threads[i] == 33);
    }
    return test_end();
}
