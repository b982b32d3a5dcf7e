// Arrays of variable length that belong to a thread: of a length that the host knows, and of a function.
#include "romp.h"
static double best(int n, const double *x)
{
    double seen[n];
    double most = 0;
    for (int i = 0; i < n; i++) {
        seen[i] = x[i] * x[i];
        most = seen[i] > most ? seen[i] : most;
    }
    return most;
}

void rows(int n, int m, const double *a, double *sums)
{
    /* target teams distribute parallel for map(to: a[0:n * m]) map(from: sums[0:n]) */
    ROMP_TARGET("thread_arrays.c:15", rows_1,
        romp_block(128), romp_iterations(n), romp_to(a, 0, n * m), romp_from(sums, 0, n), romp_value(n),
        romp_value(m), romp_thread_stacks(romp_array((long long)m, 8)))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        double row[m];
        for (int j = 0; j < m; j++)
            row[j] = a[i * m + j];
        sums[i] = 0;
        for (int j = 0; j < m; j++)
            sums[i] += row[j] * row[m - 1 - j];
    }
    /* target teams distribute parallel for map(to: a[0:n * m]) map(from: sums[0:n]) */
    ROMP_TARGET("thread_arrays.c:24", rows_2,
        romp_block(128), romp_iterations(n), romp_to(a, 0, n * m), romp_from(sums, 0, n), romp_value(n),
        romp_value(m), romp_thread_arena(0))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        sums[i] = best(m, a + i * m);
}
