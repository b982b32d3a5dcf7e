/* The usual sums. */
#include "romp.h"
double dot(const double *x, const double *y, int n)
{
    double sum = 0;
    /* target teams distribute parallel for map(to: x[0:n], y[0:n]) reduction(+: sum) */
    ROMP_TARGET("scalars.c:5", dot_1,
        romp_block(256), romp_iterations(n), romp_to(x, 0, n), romp_to(y, 0, n), romp_tofrom_var(sum),
        romp_value(n), romp_scratch(16))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: sum) /* host version */
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Several variables in one pass. */
void extent(const float *x, int n, float *low, float *high, long *count, _Bool *positive)
{
    float least = x[0], most = x[0];
    long nonzero = 0;
    _Bool all = 1;
    /* target teams distribute parallel for map(to: x[0:n]) reduction(min: least) reduction(max: most) reduction(+: nonzero) reduction(&&: all) */
    ROMP_TARGET("scalars.c:17", extent_1,
        romp_block(256), romp_iterations(n), romp_to(x, 0, n), romp_tofrom_var(least), romp_tofrom_var(most),
        romp_tofrom_var(nonzero), romp_tofrom_var(all), romp_value(n), romp_scratch(64))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(min: least) reduction(max: most) reduction(+: nonzero) reduction(&&: all) /* host version */
    for (int i = 0; i < n; i++) {
        if (x[i] < least)
            least = x[i];
        if (x[i] > most)
            most = x[i];
        nonzero += x[i] != 0;
        all = all && x[i] > 0;
    }
    *low = least;
    *high = most;
    *count = nonzero;
    *positive = all;
}

/* A sum for each row, and one over all. */
double rows(const double *a, double *each, int n, int m)
{
    double all = 0;
    /* target teams distribute map(to: a[0:n * m]) map(from: each[0:n]) reduction(+: all) */
    ROMP_TARGET("scalars.c:37", rows_1,
        romp_block_about(256, m), romp_teams_open(n), romp_to(a, 0, n * m), romp_from(each, 0, n),
        romp_tofrom_var(all), romp_value(n), romp_value(m), romp_scratch(16))
    #pragma omp target teams distribute if(target: 0) reduction(+: all) /* host version */
    for (int i = 0; i < n; i++) {
        double row = 0;
        #pragma omp parallel for reduction(+: row)
        for (int j = 0; j < m; j++)
            row += a[i * m + j];
        each[i] = row;
        all += row;
    }
    return all;
}

/* One team; a worksharing loop in a parallel region; the bits of an unsigned. */
unsigned team(const unsigned *bits, int n)
{
    unsigned common = ~0u, some = 0;
    /* target parallel num_threads(95) map(to: bits[0:n]) map(tofrom: common) reduction(|: some) */
    ROMP_TARGET("scalars.c:53", team_1,
        romp_block(95), romp_num_threads(95), romp_num_teams(1), romp_to(bits, 0, n),
        romp_tofrom_var(common), romp_tofrom_var(some), romp_value(n))
    #pragma omp target parallel if(target: 0) num_threads(95) map(tofrom: common) reduction(|: some) /* host version */
    {
        #pragma omp for reduction(&: common)
        for (int i = 0; i < n; i++)
            common &= bits[i];
        #pragma omp for nowait
        for (int i = 0; i < n; i++)
            some |= bits[i] & ~common;
    }
    return some;
}

/* An iteration a team: any thread may take it. */
int largest(const int *x, int n)
{
    int most = -1;
    /* target teams distribute map(to: x[0:n]) reduction(max: most) */
    ROMP_TARGET("scalars.c:69", largest_1,
        romp_block(256), romp_iterations(n), romp_to(x, 0, n), romp_tofrom_var(most), romp_value(n),
        romp_scratch(16))
    #pragma omp target teams distribute if(target: 0) reduction(max: most) /* host version */
    for (int i = 0; i < n; i++)
        most = x[i] > most ? x[i] : most;
    return most;
}
