/* Chunks over teams, and chunks over threads within them. */
#include "../test.h"

int main(void)
{
    enum { n = 5000, big = 100, small = 3 };
    static int team[n], thread[n], teams[n], threads[n];

    #pragma omp target teams distribute parallel for num_teams(6) thread_limit(32) dist_schedule(static, big) \
        schedule(static, small) map(from: team, thread, teams, threads)
    for (int i = 0; i < n; i++) {
        team[i] = omp_get_team_num();
        thread[i] = omp_get_thread_num();
        teams[i] = omp_get_num_teams();
        threads[i] = omp_get_num_threads();
    }
    for (int i = 0; i < n; i++) {
        CHECK(team[i] == i / big % teams[0]);
        CHECK(thread[i] == i % big / small % threads[i]);
    }
    return test_end();
}
