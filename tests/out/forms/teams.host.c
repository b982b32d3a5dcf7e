#include "romp.h"
#include <omp.h>

void who(int *team, int *teams, int n)
{
    /* target teams num_teams(n) map(from: team[0:n], teams[0:1]) */
    ROMP_TARGET("teams.c:5", who_1,
        romp_block(1), romp_num_teams(n), romp_from(team, 0, n), romp_from(teams, 0, 1), romp_value(n))
    #pragma omp target teams if(target: 0) num_teams(n) /* host version */
    {
        team[omp_get_team_num()] = omp_get_team_num();
        *teams = omp_get_num_teams();
    }
}
