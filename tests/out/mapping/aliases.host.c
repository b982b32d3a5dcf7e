/* A second name of an array is the same storage, also where code that only the host executes hands it around. */
#include "romp.h"
static double a[100];
extern double b[100] __attribute__((alias("a")));

void both(void)
{
    /* target teams distribute parallel for map(tofrom: a) map(to: b) */
    ROMP_TARGET("aliases.c:7", both_1, romp_block(128), romp_iterations(100), romp_tofrom_var(a), romp_to_var(b))
    #pragma omp target teams distribute parallel for if(target: 0) map(tofrom: a) map(tofrom: b) /* host version */
    for (int i = 0; i < 100; i++)
        a[i] = b[99 - i];
}
