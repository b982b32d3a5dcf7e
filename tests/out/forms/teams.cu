// Device code of teams.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// teams.c:5: target teams num_teams(n) map(from: team[0:n], teams[0:1])
// one thread a team
extern "C" __global__ void __launch_bounds__(1)
who_1(int *team, int *teams, int n)
{
    team[romp::sequential::omp_get_team_num()] = romp::sequential::omp_get_team_num();
    *teams = romp::sequential::omp_get_num_teams();
}
