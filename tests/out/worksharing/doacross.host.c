/* A wavefront: each element waits for the one above it. */
#include "romp.h"
void sweep(int n, int m, double a[n][m])
{
    /* target parallel for ordered(2) num_threads(128) map(tofrom: a[:n][:m]) */
    ROMP_TARGET("doacross.c:4", sweep_1,
        romp_exact_block(128), romp_num_teams(1),
        romp_map("a[:n][:m]", a, &a[0][0], sizeof(a[0][0]) * n * m, 0, ROMP_TO | ROMP_FROM | ROMP_PARAM),
        romp_value(m), romp_value(n))
    #pragma omp target parallel for if(target: 0) ordered(2) num_threads(128) /* host version */
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++) {
            #pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
            a[i][j] = (a[i - 1][j] + a[i][j - 1]) / 2;
            #pragma omp ordered depend(source)
        }
}
