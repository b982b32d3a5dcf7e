/* `parallel for` as all that a `distribute` loop does: the iterations of both go to all threads of the league. */

// Rows and their columns, with values of the row.
#include "romp.h"
void shifted(int n, int m, const float *restrict shift, float *restrict a)
{
    /* target teams distribute map(to: shift[0:n]) map(tofrom: a[0:n * m]) */
    ROMP_TARGET("flattened.c:6", shifted_1,
        romp_block(128), romp_iterations(n), romp_iterations(m), romp_to(shift, 0, n),
        romp_tofrom(a, 0, n * m), romp_value(n), romp_value(m), romp_several_grid())
    #pragma omp target teams distribute if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        int row = i * m;
        float by = shift[i];
        #pragma omp parallel for
        for (int j = 0; j < m; j++)
            a[row + j] += by;
    }
}

// Tiles of a vector: the last one is shorter.
void tiled(int n, float *a)
{
    /* target teams distribute map(tofrom: a[0:n]) */
    ROMP_TARGET("flattened.c:19", tiled_1,
        romp_block(128),
        romp_iterations((((((long long)((n + 255) / 256)) * 256) < ((long long)n)) ? ((int)(((long long)((n + 255) / 256)) * 256)) : n)),
        romp_tofrom(a, 0, n), romp_value(n))
    #pragma omp target teams distribute if(target: 0) /* host version */
    for (int tile = 0; tile < (n + 255) / 256; tile++) {
        int first = tile * 256, end = first + 256;
        if (end > n)
            end = n;
        #pragma omp parallel for
        for (int i = first; i < end; i++)
            a[i] *= 2;
    }
}

// Sums of both loops.
void total(int n, int m, const double *a, double *sum)
{
    double all = 0;
    /* target teams distribute map(to: a[0:n * m]) map(tofrom: all) reduction(+: all) */
    ROMP_TARGET("flattened.c:34", total_1,
        romp_block(256), romp_iterations((long long)n * m), romp_to(a, 0, n * m), romp_tofrom_var(all),
        romp_value(n), romp_value(m), romp_scratch(16))
    #pragma omp target teams distribute if(target: 0) map(tofrom: all) reduction(+: all) /* host version */
    for (int i = 0; i < n; i++) {
        const double *row = a + (long)i * m;
        #pragma omp parallel for reduction(+: all)
        for (int j = 0; j < m; j++)
            all += row[j];
    }
    *sum = all;
}

// Not these: the rows' values may be among what the iterations write, and rows have lengths of their own.
void normalised(int n, double *a)
{
    /* target teams distribute map(tofrom: a[0:n * n]) */
    ROMP_TARGET("flattened.c:47", normalised_1,
        romp_exact_block(128), romp_teams_open(n), romp_tofrom(a, 0, n * n), romp_value(n))
    #pragma omp target teams distribute if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        double by = a[i * n + i];
        #pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[i * n + j] /= by;
    }
}

void ragged(int n, const int *restrict begin, float *restrict a)
{
    /* target teams distribute map(to: begin[0:n + 1]) map(tofrom: a[0:begin[n]]) */
    ROMP_TARGET("flattened.c:58", ragged_1,
        romp_exact_block(128), romp_teams_open(n), romp_to(begin, 0, n + 1), romp_tofrom(a, 0, begin[n]),
        romp_value(n))
    #pragma omp target teams distribute if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        #pragma omp parallel for
        for (int j = begin[i]; j < begin[i + 1]; j++)
            a[j] += i;
}

// A section of an array, which both constructs reduce.
void counted(int n, int bins, const int *key, long *count)
{
    /* target teams distribute map(to: key[0:n]) map(tofrom: count[0:bins]) reduction(+: count[0:bins]) */
    ROMP_TARGET("flattened.c:68", counted_1,
        romp_block(512), romp_few_iterations(n), romp_to(key, 0, n), romp_tofrom(count, 0, bins),
        romp_value(n), romp_value(bins))
    #pragma omp target teams distribute if(target: 0) reduction(+: count[0:bins]) /* host version */
    for (int first = 0; first < n; first += 256) {
        int end = first + 256 < n ? first + 256 : n;
        #pragma omp parallel for reduction(+: count[0:bins])
        for (int i = first; i < end; i++)
            count[key[i]]++;
    }
}

// Not this one: a part of it.
void counted_in_part(int n, int bins, const int *key, long *count)
{
    /* target teams distribute map(to: key[0:n]) map(tofrom: count[0:bins]) reduction(+: count[0:bins]) */
    ROMP_TARGET("flattened.c:80", counted_in_part_1,
        romp_exact_block(512), romp_teams_open(romp_trips(0, n, 256, 0)), romp_to(key, 0, n),
        romp_tofrom(count, 0, bins), romp_value(n), romp_value(bins))
    #pragma omp target teams distribute if(target: 0) reduction(+: count[0:bins]) /* host version */
    for (int first = 0; first < n; first += 256) {
        int end = first + 256 < n ? first + 256 : n;
        #pragma omp parallel for reduction(+: count[0:bins - 1])
        for (int i = first; i < end; i++)
            count[key[i]]++;
    }
}
