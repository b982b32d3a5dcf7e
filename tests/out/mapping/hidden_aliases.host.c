/* A second name of an array that only the host's code knows. */
#include "romp.h"
static double a[100];
extern double b[100] __attribute__((alias("a")));

double *other(void)
{
    return b;
}

void both(void)
{
    double *q = other();
    /* target teams distribute parallel for map(tofrom: a) map(to: q[0:100]) */
    ROMP_TARGET("hidden_aliases.c:13", both_1,
        romp_block(128), romp_iterations(100), romp_tofrom_var(a), romp_to(q, 0, 100))
    #pragma omp target teams distribute parallel for if(target: 0) map(tofrom: a) /* host version */
    for (int i = 0; i < 100; i++)
        a[i] = q[99 - i];
}
