/* Regions whose data is present, from the host's point of view. Prints microseconds: the median of a region that the
 * host waits for, and the mean of regions in a chain, for the last of which it waits. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { REGIONS = 20000, CHAIN = 100000 };

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    int n = 32;
    int *a = calloc((size_t)n, sizeof *a);
    double *seconds = malloc(REGIONS * sizeof *seconds);

    double chain;
    #pragma omp target data map(tofrom: a[0:n])
    {
        for (int k = -1000; k < REGIONS; k++) {
            /* The clock waits for the region. */
            double start = omp_get_wtime();
            #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
            for (int i = 0; i < n; i++)
                a[i] += 1;
            if (k >= 0)
                seconds[k] = omp_get_wtime() - start;
        }
        chain = omp_get_wtime();
        for (int k = 0; k < CHAIN; k++) {
            #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
            for (int i = 0; i < n; i++)
                a[i] += 1;
        }
        chain = omp_get_wtime() - chain;
    }
    if (a[0] != REGIONS + 1000 + CHAIN || a[n - 1] != a[0]) {
        fprintf(stderr, "launch_omp: wrong result %d\n", a[0]);
        return 1;
    }
    qsort(seconds, REGIONS, sizeof *seconds, ascending);
    printf("%.3f %.3f\n", seconds[REGIONS / 2] * 1e6, chain / CHAIN * 1e6);
    return 0;
}
