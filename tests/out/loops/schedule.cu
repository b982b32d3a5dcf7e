// Device code of schedule.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// schedule.c:5: target parallel for num_threads(33) schedule(static, 4) map(from: owner[0:n])
// SPMD, up to 33 threads a team, one team
extern "C" __global__ void __launch_bounds__(33)
owners_1(int *owner, int n)
{
    for (int i : romp::team_for_static(romp::below<int>(0, n), 4))
        owner[i] = romp::parallel::omp_get_thread_num();
}

// schedule.c:9: target teams distribute num_teams(5) dist_schedule(static, 16) map(from: owner[0:n])
// one thread a team
extern "C" __global__ void __launch_bounds__(1)
owners_2(int *owner, int n)
{
    for (int i : romp::teams_for_static(romp::below<int>(0, n), 16)) {
        owner[i] = romp::sequential::omp_get_team_num();
    }
}
