// Pragmas of compilers that unroll loops: by a number, as far as the compiler can, not at all; in the spellings of gcc
// and clang, through macros, in a function and in front of `while` and `do`. What stands behind the loop of a construct
// belongs to that construct. An iteration with an unrolled loop still is a thread of the grid.
#include "romp.h"
#define TIMES 4
#define UNROLLED(n) _Pragma(#n)
#define EACH(i, n) UNROLLED(unroll 8) for (int i = 0; i < (n); i++)

/* declare target */
static float power(float x, int n)
{
    float all = 1;
    #pragma clang loop vectorize(disable) unroll_count(2)
    while (n-- > 0)
        all *= x;
    return all;
}
/* end declare target */

void smooth(int n, int m, const float *a, float *b)
{
    /* target teams distribute parallel for map(to: a[0:n * m]) map(from: b[0:n]) */
    ROMP_TARGET("unroll_pragmas.c:21", smooth_1,
        romp_block(128), romp_iterations(n), romp_to(a, 0, n * m), romp_from(b, 0, n), romp_value(n),
        romp_value(m), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        float sum = 0;
        #pragma unroll
        for (int k = 0; k < 3; k++)
            sum += power(a[i * m + k], k);
        #pragma unroll TIMES
        for (int k = 3; k < m; k++)
            sum += a[i * m + k];
        EACH(k, m)
            sum *= 1 + a[i * m + k];
        if (sum > 1)
            #pragma nounroll
            for (int k = 0; k < m; k++)
                sum /= 2;
        else
            sum += 1;
        int left = m;
        #pragma GCC unroll 1
        do
            sum -= left;
        while (--left > 0);
        b[i] = sum;
    }
}

void rows(int n, int m, const float *a, float *b)
{
    /* target teams distribute parallel for map(to: a[0:n * m]) map(from: b[0:n]) */
    ROMP_TARGET("unroll_pragmas.c:49", rows_1,
        romp_block(128), romp_iterations(n), romp_to(a, 0, n * m), romp_from(b, 0, n), romp_value(n),
        romp_value(m), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        float sum = 0;
        /* unroll partial(4) */
        for (int k = 0; k < m; k++)
            sum += a[i * m + k];
        b[i] = sum;
    }
}
