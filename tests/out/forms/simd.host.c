#include "romp.h"
void scale(int n, float *restrict a, const float *restrict b)
{
    /* target parallel for simd map(from: a[0:n]) map(to: b[0:n]) simdlen(8) */
    ROMP_TARGET("simd.c:3", scale_1,
        romp_block(128), romp_iterations(n), romp_from(a, 0, n), romp_to(b, 0, n), romp_value(n))
    #pragma omp target parallel for simd if(target: 0) simdlen(8) /* host version */
    for (int i = 0; i < n; i++)
        a[i] = 2 * b[i];

    /* target simd map(tofrom: a[0:n]) */
    ROMP_TARGET("simd.c:7", scale_2, romp_block(1), romp_num_teams(1), romp_tofrom(a, 0, n), romp_value(n))
    #pragma omp target simd if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
