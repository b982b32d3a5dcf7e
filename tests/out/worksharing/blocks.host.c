// Blocks of a parallel region that one thread runs, or that every thread has to itself.
#include "romp.h"
void stencil(int n, int steps, double *a, double *b, double *residual)
{
    /* target parallel num_threads(128) map(tofrom: a[0:n], b[0:n], residual[0:steps]) */
    ROMP_TARGET("blocks.c:4", stencil_1,
        romp_exact_block(128), romp_num_teams(1), romp_tofrom(a, 0, n), romp_tofrom(b, 0, n),
        romp_tofrom(residual, 0, steps), romp_value(n), romp_value(steps))
    #pragma omp target parallel if(target: 0) num_threads(128) /* host version */
    for (int s = 0; s < steps; s++) {
        #pragma omp for
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);

        // The residual of this step.
        #pragma omp single nowait
        {
            double sum = 0;
            for (int i = 0; i < n; i++)
                sum += (a[i] - b[i]) * (a[i] - b[i]);
            residual[s] = sum;
        }

        #pragma omp masked filter(1)
        b[0] = a[0];
        #pragma omp barrier
        #pragma omp for
        for (int i = 0; i < n; i++)
            a[i] = b[i];
    }
}

void pick(int n, const int *keys, int *out)
{
    int last = -1;
    /* target parallel map(to: keys[0:n]) map(tofrom: last) map(from: out[0:n]) */
    ROMP_TARGET("blocks.c:31", pick_1,
        romp_exact_block(1024), romp_num_teams(1), romp_to(keys, 0, n), romp_tofrom_var(last),
        romp_from(out, 0, n), romp_value(n))
    #pragma omp target parallel if(target: 0) map(tofrom: last) /* host version */
    {
        int pivot;
        double weights[2];
        #pragma omp single copyprivate(pivot, weights)
        {
            pivot = keys[n / 2];
            weights[0] = weights[1] = 0.5;
        }
        #pragma omp sections lastprivate(last) nowait
        {
            #pragma omp section
            last = pivot;
            #pragma omp section // The one whose value stays.
            {
                last = 2 * pivot;
                out[0] = last;
            }
        }
        #pragma omp scope private(last) nowait
        {
            last = (int)(weights[0] * 2);
            out[1] = last;
        }
    }
}
