/* The initial thread of each team runs the block. */
#include "../test.h"

int main(void)
{
    int hits[5] = {0}, teams = 0;

    #pragma omp target teams num_teams(5) map(tofrom: hits, teams)
    {
        int team = omp_get_team_num();
        hits[team] += 1;
        if (team == 0)
            teams = omp_get_num_teams();
    }
    CHECK(teams >= 1 && teams <= 5);
    for (int i = 0; i < 5; i++)
        CHECK(hits[i] == (i < teams));
    return test_end();
}
