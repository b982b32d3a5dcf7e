/* Teams of one warp that share blocks although their results are combined at the end, and one whose values are too long. */
#include "romp.h"
double dot(int n, const int *begin, const double *value, double *out)
{
    double all = 0;
    long rows = 0;
    /* target teams distribute thread_limit(32) map(to: begin[0:n + 1], value[0:begin[n]]) map(from: out[0:n]) map(tofrom: all, rows) reduction(+: all, rows) */
    ROMP_TARGET("warps_that_combine.c:6", dot_1,
        romp_part_of_block(32, 8), romp_teams_open(n), romp_to(begin, 0, n + 1), romp_to(value, 0, begin[n]),
        romp_from(out, 0, n), romp_tofrom_var(all), romp_tofrom_var(rows), romp_value(n), romp_scratch(32))
    #pragma omp target teams distribute if(target: 0) thread_limit(32) map(tofrom: all, rows) reduction(+: all, rows) /* host version */
    for (int i = 0; i < n; i++) {
        double sum = 0;
        #pragma omp parallel for reduction(+: sum)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += value[k];
        out[i] = sum;
        all += sum * sum;
        rows++;
    }
    return all / rows;
}

void digits(int n, const int *a, long counts[10])
{
    /* target teams distribute thread_limit(32) map(to: a[0:n * 100]) map(tofrom: counts[0:10]) reduction(+: counts[0:10]) */
    ROMP_TARGET("warps_that_combine.c:22", digits_1,
        romp_exact_block(32), romp_teams_open(n), romp_to(a, 0, n * 100), romp_tofrom(counts, 0, 10),
        romp_value(n))
    #pragma omp target teams distribute if(target: 0) thread_limit(32) reduction(+: counts[0:10]) /* host version */
    for (int i = 0; i < n; i++) {
        int sum = 0;
        #pragma omp parallel for reduction(+: sum)
        for (int k = 0; k < 100; k++)
            sum += a[i * 100 + k];
        counts[sum % 10] += 1;
    }
}
