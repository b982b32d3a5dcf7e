// What shared memory has no room for goes to global memory; arrays of variable length to the team's or the thread's.
#include "romp.h"
#define CELLS 12500

/* declare target */
static double smallest(const int n, const double *a)
{
    double halves[n / 2 + 1];
    for (int i = 0; i < n; i += 2)
        halves[i / 2] = a[i];
    double least = halves[0];
    for (int i = 1; i < (n + 1) / 2; i++)
        if (halves[i] < least)
            least = halves[i];
    return least;
}
/* end declare target */

void relax(int teams, int steps, double *out)
{
/* target teams distribute map(tofrom: out[0:teams]) */
ROMP_TARGET("over_budget.c:20", relax_1,
    romp_block_about(128, CELLS), romp_teams_open(teams), romp_tofrom(out, 0, teams), romp_value(teams),
    romp_value(steps), romp_team_memory(100000))
#pragma omp target teams distribute if(target: 0) /* host version */
    for (int t = 0; t < teams; t++) {
        double cells[CELLS], border[2];
        border[0] = border[1] = out[t];
#pragma omp parallel for
        for (int i = 0; i < CELLS; i++)
            cells[i] = border[i % 2];
        for (int s = 1; s < steps; s++) {
            border[s % 2] = cells[s];
#pragma omp parallel for
            for (int i = 0; i < CELLS; i++)
                cells[i] = 0.5 * (cells[i] + border[s % 2]);
        }
        out[t] = cells[CELLS - 1];
    }
}

void rows(int n, int m, double *out)
{
/* target map(tofrom: out[0:n]) */
ROMP_TARGET("over_budget.c:39", rows_1,
    romp_workers(992), romp_num_teams(1), romp_tofrom(out, 0, n), romp_value(n), romp_value(m),
    romp_thread_arena(0), romp_team_arena(0))
#pragma omp target if(target: 0) /* host version */
    {
        double table[n][m];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                table[i][j] = out[i] + j;
        out[0] = smallest(m, table[n - 1]);
    }
}
