/* A search that ends for all threads, and a region that ends where one of them gives up. */
#include "romp.h"
int search(int n, const int *x, int wanted)
{
    int found = n;
    /* target parallel for num_threads(256) map(to: x[:n]) map(tofrom: found) */
    ROMP_TARGET("cancel.c:5", search_1,
        romp_exact_block(256), romp_num_teams(1), romp_to(x, 0, n), romp_tofrom_var(found), romp_value(n),
        romp_value(wanted))
    #pragma omp target parallel for if(target: 0) num_threads(256) map(tofrom: found) /* host version */
    for (int i = 0; i < n; i++) {
        if (x[i] == wanted) {
            #pragma omp atomic write
            found = i;
            #pragma omp cancel for
        }
        #pragma omp cancellation point for
    }
    return found;
}

void relax(int n, double *x, double *y, int *steps)
{
    /* target parallel num_threads(64) map(tofrom: x[:n], y[:n], steps[:1]) */
    ROMP_TARGET("cancel.c:19", relax_1,
        romp_block(64), romp_num_threads(64), romp_num_teams(1), romp_tofrom(x, 0, n), romp_tofrom(y, 0, n),
        romp_tofrom(steps, 0, 1), romp_value(n))
    #pragma omp target parallel if(target: 0) num_threads(64) /* host version */
    for (int step = 0; step < 100; step++) {
        double worst = 0;
        #pragma omp for
        for (int i = 1; i < n - 1; i++)
            y[i] = (x[i - 1] + x[i + 1]) / 2;
        #pragma omp for
        for (int i = 1; i < n - 1; i++) {
            worst += y[i] - x[i];
            x[i] = y[i];
        }
        #pragma omp master
        steps[0]++;
        #pragma omp cancel parallel if (worst < 1e-6)
    }
}
