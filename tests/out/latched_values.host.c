/* Variables of a team that parallel regions only read, in loops: each thread reads them once, where the region begins.
   Not where a region writes them, has a copy of them, reads them outside of loops, or where a pointer may lead there. */
#include "romp.h"
void rows(int n, int m, const float *a, float *b)
{
/* target teams distribute map(to: a[0:n * m]) map(from: b[0:n * m]) */
ROMP_TARGET("latched_values.c:5", rows_1,
    romp_block_about(128, m), romp_teams_open(n), romp_to(a, 0, n * m), romp_from(b, 0, n * m),
    romp_value(n), romp_value(m))
#pragma omp target teams distribute if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        float sum = 0, most = 0;
        volatile int seen = 0;
#pragma omp parallel for reduction(+: sum)
        for (int j = 0; j < m; j++)
            sum += a[i * m + j];
        seen = 1;
        /* `sum` and `most` are only read; `seen` is volatile. */
#pragma omp parallel for reduction(max: most)
        for (int j = 0; j < m; j++)
            if (a[i * m + j] - sum > most && seen)
                most = a[i * m + j] - sum;
#pragma omp parallel
        {
#pragma omp for
            for (int j = 0; j < m; j++)
                b[i * m + j] = a[i * m + j] - sum / m + most;
#pragma omp single
            b[i * m] += sum;
        }
        /* Written by the region. */
#pragma omp parallel
        {
#pragma omp for
            for (int j = 0; j < m; j++)
                b[i * m + j] += most;
#pragma omp single
            most = 1;
#pragma omp for
            for (int j = 0; j < m; j++)
                b[i * m + j] += most;
        }
        /* Read outside of loops. */
#pragma omp parallel
        if (sum > most)
            b[i * m] = sum;
    }
}
void pointed(int n, int *a)
{
/* target teams distribute map(tofrom: a[0:n * n]) */
ROMP_TARGET("latched_values.c:46", pointed_1,
    romp_block(128), romp_num_threads(romp_larger(128, n + 1)), romp_teams_open(n),
    romp_tofrom(a, 0, n * n), romp_value(n))
#pragma omp target teams distribute if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        int step = i, base = i;
        int *p = &base;
        p[0]++;
        step++;
#pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[i * n + j] += base * step;
#pragma omp parallel num_threads(n + 1)
#pragma omp for
        for (int j = 0; j < n; j++)
            a[i * n + j] -= step;
    }
}
