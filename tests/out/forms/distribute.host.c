#include "romp.h"
void rows(int n, int m, double (*a)[m])
{
    /* target teams distribute map(tofrom: a[0:n][0:m]) */
    ROMP_TARGET("distribute.c:3", rows_1,
        romp_block(128), romp_iterations(n),
        romp_map("a[0:n][0:m]", a, &a[0][0], sizeof(a[0][0]) * n * m, 0, ROMP_TO | ROMP_FROM | ROMP_PARAM),
        romp_value(m), romp_value(n), romp_grid())
    #pragma omp target teams distribute if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] += a[i][j - 1];
}

// Teams of one warp: several are in a block.
void sums(int n, int m, const int *a, int *sum)
{
    /* target teams distribute thread_limit(32) map(to: a[0:n * m]) map(from: sum[0:n]) */
    ROMP_TARGET("distribute.c:12", sums_1,
        romp_part_of_block(32, 8), romp_teams_open(n), romp_to(a, 0, n * m), romp_from(sum, 0, n),
        romp_value(n), romp_value(m))
    #pragma omp target teams distribute if(target: 0) thread_limit(32) /* host version */
    for (int i = 0; i < n; i++) {
        int all = 0;
        #pragma omp parallel for reduction(+: all)
        for (int j = 0; j < m; j++)
            all += a[i * m + j];
        sum[i] = all;
    }
}
