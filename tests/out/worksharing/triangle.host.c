// A collapsed nest whose inner loop depends on the outer one.
#include "romp.h"
void gram(int n, int m, const double *x, double *g)
{
    /* target teams distribute parallel for collapse(2) map(to: x[0:n * m]) map(tofrom: g[0:n * n]) */
    ROMP_TARGET("triangle.c:4", gram_1,
        romp_block(128), romp_to(x, 0, n * m), romp_tofrom(g, 0, n * n), romp_value(n), romp_value(m))
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) /* host version */
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < m; k++)
                sum += x[i * m + k] * x[j * m + k];
            g[i * n + j] = sum;
        }
}
