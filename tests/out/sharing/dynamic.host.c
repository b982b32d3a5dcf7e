// 60 kB that the threads of a team share: more than a kernel may declare.
#include "romp.h"
void smooth(int n, const float *x, float *y)
{
    /* target teams distribute map(to: x[0:n * 15000]) map(from: y[0:n * 15000]) */
    ROMP_TARGET("dynamic.c:4", smooth_1,
        romp_exact_block(128), romp_teams_open(n), romp_dynamic_shared(60000), romp_to(x, 0, n * 15000),
        romp_from(y, 0, n * 15000), romp_value(n))
    #pragma omp target teams distribute if(target: 0) /* host version */
    for (int t = 0; t < n; t++) {
        float tile[15000];
        #pragma omp parallel for
        for (int i = 0; i < 15000; i++)
            tile[i] = x[t * 15000 + i];
        #pragma omp parallel for
        for (int i = 1; i < 14999; i++)
            y[t * 15000 + i] = (tile[i - 1] + tile[i] + tile[i + 1]) / 3;
    }
}
