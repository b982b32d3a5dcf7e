// Loops whose iterations are given out while they run, and regions in their order.
#include "romp.h"
double weigh(int);
/* declare target */
double weigh(int i)
{
    double sum = 0;
    for (int j = 0; j < i; j++)
        sum += 1.0 / (j + 1);
    return sum;
}
/* end declare target */

void rows(int n, double *out)
{
    /* target teams distribute parallel for schedule(dynamic, 4) map(from: out[0:n]) */
    ROMP_TARGET("work_queues.c:15", rows_1,
        romp_block(128), romp_iterations(n), romp_from(out, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) schedule(dynamic, 4) /* host version */
    for (int i = 0; i < n; i++)
        out[i] = weigh(i % 1000);
}

int collect(int n, const int *keys, int *found)
{
    int count = 0;
    /* target parallel num_threads(96) map(to: keys[0:n]) map(from: found[0:n]) map(tofrom: count) */
    ROMP_TARGET("work_queues.c:23", collect_1,
        romp_exact_block(96), romp_num_teams(1), romp_to(keys, 0, n), romp_from(found, 0, n),
        romp_tofrom_var(count), romp_value(n))
    #pragma omp target parallel if(target: 0) num_threads(96) map(tofrom: count) /* host version */
    {
        #pragma omp for schedule(guided) nowait
        for (int i = 0; i < n; i++)
            found[i] = -1;
        #pragma omp barrier
        #pragma omp for ordered schedule(dynamic)
        for (long i = 0; i < n; i++) {
            double w = weigh(keys[i]);
            if (w < 3)
                continue;
            // In the order of the keys.
            #pragma omp ordered
            found[count++] = keys[i];
        }
    }
    return count;
}
