/* Values that only say how many threads execute a region: the master needs them, the region's threads do not. */
#include "romp.h"
/* declare target */
void grow(double *a, int n, int threads, int small)
{
    #pragma omp parallel for num_threads(threads) if(n > small)
    for (int i = 0; i < n; i++)
        a[i] += 1;
    #pragma omp parallel num_threads(threads)
    {
        #pragma omp for schedule(static, small)
        for (int i = 0; i < n; i++)
            a[i] += threads;
    }
}
/* end declare target */

void region(double *a, int n)
{
    /* target map(tofrom: a[0:n]) */
    ROMP_TARGET("launch_values.c:19", region_1,
        romp_workers(992), romp_num_teams(1), romp_tofrom(a, 0, n), romp_value(n), romp_team_stack(32))
    #pragma omp target if(target: 0) /* host version */
    {
        int threads = a[0], small = a[1];
        grow(a, n, threads, small);
        #pragma omp parallel for num_threads(threads)
        for (int i = 0; i < n; i++)
            a[i] += small;
    }
}
