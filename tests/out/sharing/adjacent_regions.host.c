/* Regions in a row, in loops of teams and in a kernel with a sequential part: one fork, and barriers of its
 * threads where one region reads what other threads of the one before wrote. */
#include "romp.h"
#define N 4096

void smooth(int n, const double *restrict in, double *restrict out)
{
    /* target teams distribute num_teams(8) thread_limit(96) map(to: in[0:n]) map(from: out[0:n]) */
    ROMP_TARGET("adjacent_regions.c:7", smooth_1,
        romp_exact_block(96), romp_num_teams(8), romp_to(in, 0, n), romp_from(out, 0, n), romp_value(n))
    #pragma omp target teams distribute if(target: 0) num_teams(8) thread_limit(96) /* host version */
    for (int row = 0; row < n / 64; row++) {
        double line[64], most = 0;
        #pragma omp parallel for
        for (int i = 0; i < 64; i++)
            line[i] = in[row * 64 + i];
        /* neighbours */
        const double weight = 0.5;
        #pragma omp parallel for reduction(max: most)
        for (int i = 1; i < 63; i++)
            most = most > line[i - 1] ? most : line[i - 1] * weight;
        out[row * 64] = most;
    }
}

void steps(int rounds, double *a, double *b)
{
    /* target map(tofrom: a[0:N], b[0:N]) */
    ROMP_TARGET("adjacent_regions.c:24", steps_1,
        romp_exact_block(256), romp_num_teams(1), romp_tofrom(a, 0, N), romp_tofrom(b, 0, N),
        romp_value(rounds))
    #pragma omp target if(target: 0) /* host version */
    {
        double level = 1;
        for (int r = 0; r < rounds; r++) {
            for (int k = 0; k < 16; k++)
                level = level * 0.5 + a[k] + b[k];
            #pragma omp parallel for num_threads(256)
            for (int i = 0; i < N; i++)
                a[i] = level * i;
            #pragma omp parallel for num_threads(256)
            for (int i = 0; i < N; i++)
                a[i] += 1;
            #pragma omp parallel for num_threads(256)
            for (int i = 0; i < N; i++)
                b[i] = a[N - 1 - i];
        }
    }
}
