/* The last construct of a parallel region ends with a barrier of its own: one barrier orders what both must. */
#include "romp.h"
void normalise(int n, double *x, int *count, double *f)
{
    /* target map(tofrom: x[0:n], count[0:16], f[0:1]) */
    ROMP_TARGET("reduction_ends_region.c:4", normalise_1,
        romp_exact_block(1024), romp_num_teams(1), romp_tofrom(x, 0, n), romp_tofrom(count, 0, 16),
        romp_tofrom(f, 0, 1), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    {
        int total = 0;
        #pragma omp parallel
        {
            #pragma omp for
            for (int i = 0; i < n; i++)
                x[i] *= 2;
            #pragma omp for reduction(+: total)
            for (int b = 0; b < 16; b++)
                total += count[b];
        }
        f[0] = total == n;
    }
}
