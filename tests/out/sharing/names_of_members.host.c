// Members of the team's memory for one variable: its value for several regions, and the copy of a reduction.
#include "romp.h"
/* declare target */
int state(int n)
{
    int level = n;
    #pragma omp parallel for reduction(+: level)
    for (int i = 0; i < n; i++)
        level += i;
    return level;
}
/* end declare target */

void steps(int n, double *a, double *b)
{
    /* target map(tofrom: a[0:n], b[0:n]) */
    ROMP_TARGET("names_of_members.c:15", steps_1,
        romp_workers(992), romp_num_teams(1), romp_tofrom(a, 0, n), romp_tofrom(b, 0, n), romp_value(n),
        romp_team_stack(16))
    #pragma omp target if(target: 0) /* host version */
    {
        for (int round = 0; round < 3; round++) {
            double here = a[0];
            a[1] = state(n);
            #pragma omp parallel for
            for (int i = 1; i < n; i++)
                b[i] += here * round;
            a[0] = b[n - 1];
            here += a[0];
            #pragma omp parallel for
            for (int i = 1; i < n; i++)
                a[i] += here + round;
        }
    }
}

void sums(int n, int *a, int *out)
{
    /* target teams distribute map(tofrom: a[0:n], out[0:4]) */
    ROMP_TARGET("names_of_members.c:34", sums_1,
        romp_block_about(128, n), romp_teams_open(4), romp_tofrom(a, 0, n), romp_tofrom(out, 0, 4),
        romp_value(n))
    #pragma omp target teams distribute if(target: 0) /* host version */
    for (int t = 0; t < 4; t++) {
        int s = 0;
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i] += t;
        #pragma omp simd reduction(+: s)
        for (int i = 0; i < 10; i++)
            s += i;
        out[t] = s;
    }
}
