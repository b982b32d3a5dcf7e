/* A histogram of few bins: a copy a thread. */
#include "romp.h"
void histogram(const unsigned char *x, long n, long bins[8])
{
    /* target teams distribute parallel for map(to: x[0:n]) reduction(+: bins[0:8]) */
    ROMP_TARGET("arrays.c:4", histogram_1,
        romp_block(256), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(bins, 0, 8), romp_value(n),
        romp_scratch(64))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: bins[0:8]) /* host version */
    for (long i = 0; i < n; i++)
        bins[x[i] >> 5]++;
}

/* Part of an array. */
void part(const int *x, int n, double *a)
{
    /* target parallel for num_threads(64) map(to: x[0:n]) map(tofrom: a[0:100]) reduction(max: a[40:4]) */
    ROMP_TARGET("arrays.c:12", part_1,
        romp_exact_block(64), romp_num_teams(1), romp_to(x, 0, n), romp_tofrom(a, 0, 100), romp_value(n))
    #pragma omp target parallel for if(target: 0) num_threads(64) reduction(max: a[40:4]) /* host version */
    for (int i = 0; i < n; i++)
        if (x[i] > a[40 + i % 4])
            a[40 + i % 4] = x[i];
}
