#include "romp.h"
void negate(long n, int *a)
{
    /* target teams loop map(tofrom: a[0:n]) */
    ROMP_TARGET("loop.c:3", negate_1, romp_block(128), romp_iterations(n), romp_tofrom(a, 0, n), romp_value(n))
    #pragma omp target teams loop if(target: 0) /* host version */
    for (long i = 0; i < n; i++)
        a[i] = -a[i];
}
