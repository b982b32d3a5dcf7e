/* Sums of small arrays: all iterations of the outer loop read the same memory, so that lanes are the user's choice. */

#include "romp.h"
enum { TOGETHER = 4 };

/* With `simdlen` the lanes share the inner loop, and repeat the short loops beside it. */
void asked(int n, const float *x, float *force)
{
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: force[0:n]) */
    ROMP_TARGET("together.c:8", asked_1,
        romp_exact_block(128), romp_iterations((long long)(romp_trips(0, n, 4, 0)) * 16), romp_to(x, 0, n),
        romp_tofrom(force, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int first = 0; first < n; first += TOGETHER) {
        float mine[TOGETHER], sum[TOGETHER] = {0};
        for (int k = 0; k < TOGETHER; k++)
            mine[k] = x[first + k < n ? first + k : n - 1];
        #pragma omp simd simdlen(16) reduction(+: sum)
        for (int j = 0; j < n; j++) {
            float other = x[j];
            for (int k = 0; k < TOGETHER; k++)
                sum[k] += (other - mine[k]) * (other - mine[k]);
        }
        for (int k = 0; k < TOGETHER; k++)
            if (first + k < n)
                force[first + k] += sum[k];
    }
}

/* Without it each thread runs the inner loop. */
void not_asked(int n, const float *x, float *force)
{
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: force[0:n]) */
    ROMP_TARGET("together.c:28", not_asked_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(force, 0, n), romp_value(n),
        romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        float mine = x[i], sum = 0;
        #pragma omp simd reduction(+: sum)
        for (int j = 0; j < n; j++)
            sum += (x[j] - mine) * (x[j] - mine);
        force[i] += sum;
    }
}

/* A loop that is not short is not repeated. */
void long_loop(int n, const float *x, float *force)
{
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: force[0:n]) */
    ROMP_TARGET("together.c:41", long_loop_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(force, 0, n), romp_value(n),
        romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        float mine = 0, sum = 0;
        for (int k = 0; k < 9; k++)
            mine = mine / 2 + x[i];
        #pragma omp simd simdlen(8) reduction(+: sum)
        for (int j = 0; j < n; j++)
            sum += x[j] * mine;
        force[i] += sum;
    }
}
