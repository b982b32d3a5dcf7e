#include "romp.h"
#define TILE 16

void transpose(int n, int m, const double *a, double *b)
{
    /* target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(from: b[0:n * m]) */
    ROMP_TARGET("tile.c:5", transpose_1,
        romp_block(128), romp_iterations(romp_trips(0, n, 16, 0)), romp_iterations(romp_trips(0, m, 8, 0)),
        romp_apart(), romp_to(a, 0, n * m), romp_from(b, 0, n * m), romp_value(n), romp_value(m),
        romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) /* host version */
    /* tile sizes(TILE, 8) */
    for (long long i_tile = 0; i_tile < n; i_tile += 16)
    for (long long j_tile = 0; j_tile < m; j_tile += 8)
    for (int i = ((int)i_tile); i < ((int)(((i_tile + 16) < n) ? (i_tile + 16) : n)); i++)
    for (int j = ((int)j_tile); j < ((int)(((j_tile + 8) < m) ? (j_tile + 8) : m)); j++)
            b[j * n + i] = a[i * m + j]; /* by tiles */
}

void others(int n, long from, float *a, int *order)
{
    /* target map(tofrom: a[0:n], order[0:n]) */
    ROMP_TARGET("tile.c:14", others_1,
        romp_block(1), romp_num_teams(1), romp_tofrom(a, 0, n), romp_tofrom(order, 0, n), romp_value(n),
        romp_value(from))
    #pragma omp target if(target: 0) /* host version */
    {
        int at = 0;
        /* reverse */
        for (unsigned long long i_number = 0; i_number < ((from < n) ? ((((((unsigned long long)n) - ((unsigned long long)from)) - 1) / 2) + 1) : 0); i_number++)
        {
            long i = ((long)(((unsigned long long)from) + (((((from < n) ? ((((((unsigned long long)n) - ((unsigned long long)from)) - 1) / 2) + 1) : 0) - 1) - i_number) * 2)));
            order[at++] = (int)i;
}
        /* interchange */
        for (int j = 0; j < 3; j++)
        for (int i = 0; i < 4; i++) {
                if (i == j)
                    continue;
                order[at++] = i * 3 + j;
            }
    }
    /* target teams distribute parallel for map(tofrom: a[0:n]) */
    ROMP_TARGET("tile.c:28", others_2,
        romp_block(128), romp_iterations(romp_trips(0, n, 4, 0)), romp_tofrom(a, 0, n), romp_value(n),
        romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    /* unroll partial(4) */
    for (long long i_unrolled = 0; i_unrolled < n; i_unrolled += 4)
    for (int i = ((int)i_unrolled); i < ((int)(((i_unrolled + 4) < n) ? (i_unrolled + 4) : n)); i++)
        a[i] *= 2;
}

void scaled(int n, int m, const float *row, float *a)
{
    /* target teams distribute parallel for collapse(2) map(to: row[0:n]) map(tofrom: a[0:n * m]) */
    ROMP_TARGET("tile.c:36", scaled_1,
        romp_block(128), romp_iterations(n), romp_iterations(m), romp_to(row, 0, n),
        romp_tofrom(a, 0, n * m), romp_value(n), romp_value(m), romp_several_grid())
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) /* host version */
    for (int i = 0; i < n; i++) {
        /* One for a row. */
        
        for (int j = 0; j < m; j++) {
                const float scale = row[i] * row[i];
            a[i * m + j] *= scale; }
    }
}
