/* schedule(runtime): by the device's first value, and by what the program sets. */
#include "romp.h"
#include <omp.h>

void scale(int n, double *x)
{
    /* target teams distribute parallel for schedule(runtime) map(tofrom: x[:n]) */
    ROMP_TARGET("schedule_runtime.c:6", scale_1,
        romp_block(128), romp_iterations(n), romp_tofrom(x, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) schedule(runtime) /* host version */
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

void rows(int n, double *x)
{
    /* target map(tofrom: x[:n]) */
    ROMP_TARGET("schedule_runtime.c:13", rows_1,
        romp_block(64), romp_num_threads(64), romp_num_teams(1), romp_tofrom(x, 0, n), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    {
        omp_set_schedule(omp_sched_dynamic, n / 100);
        #pragma omp parallel num_threads(64)
        {
            #pragma omp for schedule(runtime) nowait
            for (int i = 0; i < n; i++)
                x[i] += i;
            #pragma omp for schedule(runtime)
            for (int i = 0; i < n; i++)
                x[i] -= omp_get_thread_num();
        }
    }
}
