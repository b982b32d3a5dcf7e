#include <omp.h>

void who(int *team, int *teams, int n)
{
    #pragma omp target teams num_teams(n) map(from: team[0:n], teams[0:1])
    {
        team[omp_get_team_num()] = omp_get_team_num();
        *teams = omp_get_num_teams();
    }
}
