/* Regions in a row under a master, and in a function: one fork for a run of them. */
#include "romp.h"
#include <omp.h>
#define N 4096

/* declare target */
static double mean(const double *from, int n)
{
    double sum = 0, squares = 0;
    #pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += from[i];
    #pragma omp parallel for reduction(+: squares)
    for (int i = 0; i < n; i++)
        squares += from[i] * from[i] - sum;
    return squares / n;
}
/* end declare target */

void steps(int rounds, double *restrict a, double *restrict b, double *result)
{
    /* target map(tofrom: a[0:N], b[0:N], result[0:1]) */
    ROMP_TARGET("adjacent_forks.c:21", steps_1,
        romp_workers(992), romp_num_teams(1), romp_tofrom(a, 0, N), romp_tofrom(b, 0, N),
        romp_tofrom(result, 0, 1), romp_value(rounds), romp_team_stack(32))
    #pragma omp target if(target: 0) /* host version */
    {
        for (int r = 0; r < rounds; r++) {
            const int first = r % 2;
            // each element by itself
            #pragma omp parallel for num_threads(256)
            for (int i = first; i < N; i++)
                a[i] = b[i] * r;
            #pragma omp parallel for num_threads(256)
            for (int i = first; i < N; i++)
                a[i] += 1;
            double most = 0;
            int twice = 2 * r;
            // others' elements
            #pragma omp parallel for num_threads(256) reduction(max: most)
            for (int i = 1; i < N; i++)
                most = most > a[i - 1] ? most : a[i - 1] + twice;
            b[r] = most;
            #pragma omp parallel num_threads(33) // another size
            b[omp_get_thread_num()] += 1;
        }
        *result = mean(b, N);
    }
}
