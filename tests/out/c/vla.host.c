#include "romp.h"
void gram(int n, int m, double a[n][m], double g[m][m])
{
    /* target teams distribute parallel for collapse(2) map(to: a[0:n][0:m]) map(from: g[0:m][0:m]) */
    ROMP_TARGET("vla.c:3", gram_1,
        romp_block(128), romp_iterations(m), romp_iterations(m),
        romp_map("a[0:n][0:m]", a, &a[0][0], sizeof(a[0][0]) * n * m, 0, ROMP_TO | ROMP_PARAM),
        romp_map("g[0:m][0:m]", g, &g[0][0], sizeof(g[0][0]) * m * m, 0, ROMP_FROM | ROMP_PARAM),
        romp_value(m), romp_value(n), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) /* host version */
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[k][i] * a[k][j];
            g[i][j] = sum;
        }
}
