#include <omp.h>

void owners(int n, int *owner)
{
    #pragma omp target parallel for num_threads(33) schedule(static, 4) map(from: owner[0:n])
    for (int i = 0; i < n; i++)
        owner[i] = omp_get_thread_num();

    #pragma omp target teams distribute num_teams(5) dist_schedule(static, 16) map(from: owner[0:n])
    for (int i = 0; i < n; i++)
        owner[i] = omp_get_team_num();
}
