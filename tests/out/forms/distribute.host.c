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
