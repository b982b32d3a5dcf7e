#include "romp.h"
#include <omp.h>

void owners(int n, int *owner)
{
    /* target parallel for num_threads(33) schedule(static, 4) map(from: owner[0:n]) */
    ROMP_TARGET("schedule.c:5", owners_1,
        romp_block(33), romp_num_threads(33), romp_num_teams(1), romp_from(owner, 0, n), romp_value(n))
    #pragma omp target parallel for if(target: 0) num_threads(33) schedule(static, 4) /* host version */
    for (int i = 0; i < n; i++)
        owner[i] = omp_get_thread_num();

    /* target teams distribute num_teams(5) dist_schedule(static, 16) map(from: owner[0:n]) */
    ROMP_TARGET("schedule.c:9", owners_2, romp_block(1), romp_num_teams(5), romp_from(owner, 0, n), romp_value(n))
    #pragma omp target teams distribute if(target: 0) num_teams(5) dist_schedule(static, 16) /* host version */
    for (int i = 0; i < n; i++)
        owner[i] = omp_get_team_num();
}
