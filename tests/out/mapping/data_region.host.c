#include "romp.h"
void relax(int n, int steps, double *now, double *next)
{
    /* target data map(tofrom: now[0:n]) map(alloc: next[0:n]) */
    ROMP_TARGET_DATA("data_region.c:3", romp_tofrom(now, 0, n), romp_alloc(next, 0, n))
    for (int t = 0; t < steps; t++) {
        /* target teams distribute parallel for */
        ROMP_TARGET("data_region.c:5", relax_1,
            romp_block(128), romp_iterations(romp_trips(1, n - 1, 1, 0)), romp_value(n), romp_pointer(now),
            romp_pointer(next))
        #pragma omp target teams distribute parallel for if(target: 0) /* host version */
        for (int i = 1; i < n - 1; i++)
            next[i] = 0.5 * (now[i - 1] + now[i + 1]);
        /* target teams distribute parallel for */
        ROMP_TARGET("data_region.c:8", relax_2,
            romp_block(128), romp_iterations(romp_trips(1, n - 1, 1, 0)), romp_value(n), romp_pointer(next),
            romp_pointer(now))
        #pragma omp target teams distribute parallel for if(target: 0) /* host version */
        for (int i = 1; i < n - 1; i++)
            now[i] = next[i];
        if (t % 10 == 0) {
            /* target update from(now[0:n]) */
            ROMP_UPDATE("data_region.c:12", romp_from(now, 0, n));
        }
    }
}
