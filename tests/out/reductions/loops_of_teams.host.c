// `loop` constructs that bind to the teams around them reduce into originals that all teams share.
#include "romp.h"
#include <omp.h>

void one(int n, const double *x, double *sum)
{
    /* target teams map(to: x[0:n]) map(tofrom: sum[0:1]) */
    ROMP_TARGET("loops_of_teams.c:6", one_1,
        romp_block(256), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(sum, 0, 1), romp_value(n),
        romp_scratch(16))
    #pragma omp target teams if(target: 0) /* host version */
    #pragma omp loop reduction(+: sum[0:1])
    for (int i = 0; i < n; i++)
        sum[0] += x[i];
}

void between(int n, double *x, double *sum)
{
    double all = *sum;
    /* target teams map(tofrom: x[0:n], all) */
    ROMP_TARGET("loops_of_teams.c:15", between_1,
        romp_block(256), romp_iterations(n), romp_tofrom(x, 0, n), romp_tofrom_var(all), romp_value(n),
        romp_scratch(16))
    #pragma omp target teams if(target: 0) map(tofrom: all) /* host version */
    {
        #pragma omp loop bind(teams) reduction(+: all)
        for (int i = 0; i < n; i++)
            all += x[i];
        #pragma omp parallel num_threads(32)
        x[omp_get_thread_num()] = 0;
    }
    *sum = all;
}

// Teams take turns where they reduce more than once.
void several(int n, const double *x, double *sum, double *most)
{
    double all = *sum, one = *most;
    /* target teams map(to: x[0:n]) map(tofrom: all, one) */
    ROMP_TARGET("loops_of_teams.c:30", several_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom_var(all), romp_tofrom_var(one),
        romp_value(n))
    #pragma omp target teams if(target: 0) map(tofrom: all, one) /* host version */
    {
        #pragma omp loop bind(teams) reduction(+: all)
        for (int i = 0; i < n; i++)
            all += x[i];
        #pragma omp loop bind(teams) reduction(max: one)
        for (int i = 0; i < n; i++) {
            double row = 0;
            #pragma omp parallel for reduction(+: row)
            for (int k = 0; k < i; k++)
                row += x[k];
            one = row > one ? row : one;
        }
    }
    *sum = all;
    *most = one;
}

// Here `teams` reduces, too: each team has a copy.
void of_both(int n, const double *x, double *sum)
{
    double all = *sum;
    /* target teams map(to: x[0:n]) map(tofrom: all) reduction(+: all) */
    ROMP_TARGET("loops_of_teams.c:52", of_both_1,
        romp_block(256), romp_iterations(n), romp_to(x, 0, n), romp_tofrom_var(all), romp_value(n),
        romp_scratch(16))
    #pragma omp target teams if(target: 0) map(tofrom: all) reduction(+: all) /* host version */
    #pragma omp loop reduction(+: all)
    for (int i = 0; i < n; i++)
        all += x[i];
    *sum = all;
}

// In a function.
/* declare target */
static double total;
static void add(int n, const double *x)
{
    #pragma omp loop bind(teams) reduction(+: total)
    for (int i = 0; i < n; i++)
        total += x[i];
}
/* end declare target */

void call(int n, const double *x)
{
    /* target teams map(to: x[0:n]) */
    ROMP_TARGET("loops_of_teams.c:72", call_1, romp_block(1), romp_to(x, 0, n), romp_value(n))
    #pragma omp target teams if(target: 0) /* host version */
    add(n, x);
}
ROMP_DECLARE_TARGET(total)
