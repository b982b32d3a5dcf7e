/* num_teams(lower : upper). */
#include "../test.h"

int main(void)
{
    int teams = 0;
    #pragma omp target teams num_teams(2 : 8) map(from: teams)
    if (omp_get_team_num() == 0)
        teams = omp_get_num_teams();
    CHECK(teams >= 1 && teams <= 8);
    if (on_device())
        CHECK(teams >= 2);
    return test_end();
}
