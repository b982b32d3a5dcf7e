// Neighbouring threads get the iterations of the loop along which the body accesses neighbouring memory.
#include "romp.h"
void columns(int n, int m, const float *a, float *b)
{
    /* target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(tofrom: b[0:n * m]) */
    ROMP_TARGET("nest_order.c:4", columns_1,
        romp_block(128), romp_iterations(m), romp_iterations(n), romp_apart(), romp_to(a, 0, n * m),
        romp_tofrom(b, 0, n * m), romp_value(n), romp_value(m), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) /* host version */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < 4; k++)
                b[j * n + i] += a[(j + k) % m * n + i];
}

float sum_of_columns(int n, int m, const float *a)
{
    float sum = 0;
    /* target teams distribute parallel for collapse(2) reduction(+: sum) map(to: a[0:n * m]) */
    ROMP_TARGET("nest_order.c:14", sum_of_columns_1,
        romp_block(256), romp_iterations((long long)m * n), romp_to(a, 0, n * m), romp_tofrom_var(sum),
        romp_value(n), romp_value(m), romp_scratch(16))
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) reduction(+: sum) /* host version */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += a[j * n + i];
    return sum;
}

// Three iterations are no row of a block, unless they are all that lies next to each other.
void parts(int n, float *of_structs, float *structs_of)
{
    /* target teams distribute parallel for collapse(2) map(tofrom: of_structs[0:3 * n]) */
    ROMP_TARGET("nest_order.c:24", parts_1,
        romp_block(128), romp_iterations(3), romp_iterations(n), romp_tofrom(of_structs, 0, 3 * n),
        romp_value(n), romp_several_grid())
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) /* host version */
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            of_structs[c * n + i] *= 2;
    /* target teams distribute parallel for collapse(2) map(tofrom: structs_of[0:3 * n]) */
    ROMP_TARGET("nest_order.c:28", parts_2,
        romp_block(128), romp_iterations(n), romp_iterations(3), romp_tofrom(structs_of, 0, 3 * n),
        romp_value(n), romp_several_grid())
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) /* host version */
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            structs_of[3 * i + c] *= 2;
}

// The program's own schedule, or an order of iterations, holds for the loops as they are written.
void as_written(int n, int m, const float *a, float *b)
{
    /* target teams distribute parallel for collapse(2) schedule(static) map(to: a[0:n * m]) map(from: b[0:n * m]) */
    ROMP_TARGET("nest_order.c:37", as_written_1,
        romp_block(128), romp_iterations(n), romp_iterations(m), romp_to(a, 0, n * m),
        romp_from(b, 0, n * m), romp_value(n), romp_value(m), romp_several_grid())
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) schedule(static) /* host version */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j * n + i] = a[j * n + i];
    int last;
    /* target teams distribute parallel for collapse(2) lastprivate(last) map(to: a[0:n * m]) map(from: b[0:n * m]) */
    ROMP_TARGET("nest_order.c:43", as_written_2,
        romp_block(128), romp_iterations((long long)n * m), romp_to(a, 0, n * m), romp_from(b, 0, n * m),
        romp_tofrom_var(last), romp_value(n), romp_value(m))
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) lastprivate(last) /* host version */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[j * n + i] = a[j * n + i];
            last = i + j;
        }
}

// As threads of one team share them.
void in_teams(int n, int m, int l, double *b)
{
    /* target teams distribute num_teams(8) map(tofrom: b[0:n * m * l]) */
    ROMP_TARGET("nest_order.c:55", in_teams_1,
        romp_exact_block(128), romp_num_teams(8), romp_tofrom(b, 0, n * m * l), romp_value(n), romp_value(m),
        romp_value(l))
    #pragma omp target teams distribute if(target: 0) num_teams(8) /* host version */
    for (int k = 0; k < l; k++)
        #pragma omp parallel for collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                b[(k * m + j) * n + i] *= 2;
}

/* A tile that the team shares: how far apart its elements are does not matter, the matrix is read along its rows. */
void turn(int n, const double *restrict from, double *restrict to)
{
    /* target teams distribute map(to: from[0:n * 16]) map(from: to[0:n * 16]) */
    ROMP_TARGET("nest_order.c:66", turn_1,
        romp_exact_block(128), romp_teams_open(romp_trips(0, n, 16, 0)), romp_to(from, 0, n * 16),
        romp_from(to, 0, n * 16), romp_value(n))
    #pragma omp target teams distribute if(target: 0) /* host version */
    for (int first = 0; first < n; first += 16) {
        double tile[16][17];
        #pragma omp parallel for collapse(2)
        for (int i = 0; i < 16; i++)
            for (int j = 0; j < 16; j++)
                tile[j][i] = from[(first + i) * 16 + j];
        #pragma omp parallel for collapse(2)
        for (int j = 0; j < 16; j++)
            for (int i = 0; i < 16; i++)
                to[(first + i) * 16 + j] = tile[j][i];
    }
}
