/* Every thread sets the pointers to a team's buffers for itself, since the buffers are at the same place for all. */
#include "romp.h"
void smooth(int n, int steps, double *line)
{
/* target teams distribute map(tofrom : line[0 : 64 * n]) */
ROMP_TARGET("team_buffers.c:4", smooth_1,
    romp_exact_block(128), romp_teams_open(n), romp_tofrom(line, 0, 64 * n), romp_value(n),
    romp_value(steps))
#pragma omp target teams distribute if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        double buffers[2][64];
        double *from = buffers[0], *to = buffers[1];
#pragma omp parallel for
        for (int j = 0; j < 64; j++)
            from[j] = line[64 * i + j];
        for (int step = 0; step < steps; step++) {
#pragma omp parallel for
            for (int j = 0; j < 64; j++)
                to[j] = 0.5 * (from[j] + from[(j + 1) % 64]);
            double *last = from;
            from = to;
            to = last;
        }
#pragma omp parallel for
        for (int j = 0; j < 64; j++)
            line[64 * i + j] = from[j];
    }
}
