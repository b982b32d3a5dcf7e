/* Without dist_schedule the iterations of a team are those of some static schedule: all done, once. */
#include "../test.h"

int main(void)
{
    enum { n = 10007 };
    static int team[n], hits[n];
    int teams = 0;

    #pragma omp target teams distribute num_teams(13) map(tofrom: team, hits, teams)
    for (int i = 0; i < n; i++) {
        team[i] = omp_get_team_num();
        hits[i] += 1;
        if (i == 0)
            teams = omp_get_num_teams();
    }
    int used[13] = {0};
    for (int i = 0; i < n; i++) {
        CHECK(hits[i] == 1);
        CHECK(team[i] >= 0 && team[i] < teams);
        used[team[i]] = 1;
    }
    for (int t = 0; t < teams; t++)
        CHECK(used[t]);
    return test_end();
}
