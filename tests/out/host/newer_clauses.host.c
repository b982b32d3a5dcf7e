/* Clauses of OpenMP 5.2 that the host's compiler gets in older words. */
#include "romp.h"
#include <omp.h>

int teams(int c, int n)
{
    int r = 0;
    /* target teams if(teams: c) num_teams(2: n) map(tofrom: r) */
    ROMP_TARGET("newer_clauses.c:7", teams_1,
        romp_block(1), romp_num_teams(n), romp_teams_if(c), romp_tofrom_var(r), romp_value(c), romp_value(n))
    #pragma omp target teams if(target: 0) num_teams((c) ? n : 1) map(tofrom: r) /* host version */
    {
        #pragma omp parallel if(0) /* `teams` takes no other */
        #pragma omp atomic
        r++;
    }
    /* target map(tofrom: r) */
    ROMP_TARGET("newer_clauses.c:12", teams_2,
        romp_block(256), romp_num_threads((n > 4) ? 256 : 1), romp_iterations(n), romp_teams_if(n > 4),
        romp_tofrom_var(r), romp_value(n), romp_scratch(16))
    #pragma omp target if(target: 0) map(tofrom: r) /* host version */
    {
        #pragma omp teams distribute parallel for reduction(+: r) num_teams(1) if(parallel: n > 4)
        for (int i = 0; i < n; i++)
            r += i;
    }
    return r;
}

void before(int n, int *a)
{
    /* target parallel for ordered(1) map(tofrom: a[0:n]) */
    ROMP_TARGET("newer_clauses.c:23", before_1,
        romp_exact_block(1024), romp_num_teams(1), romp_tofrom(a, 0, n), romp_value(n))
    #pragma omp target parallel for if(target: 0) ordered(1) /* host version */
    for (int i = n - 1; i > 1; i -= 2) {
        #pragma omp ordered depend(sink: i + 2)
        a[i - 2] += a[i];
        #pragma omp ordered depend(source)
    }
}

void rows(int n, int *a)
{
    /* target parallel for collapse(2) map(tofrom: a[0:n]) */
    ROMP_TARGET("newer_clauses.c:33", rows_1, romp_block(128), romp_tofrom(a, 0, n), romp_value(n))
    #pragma omp target parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        for (int j = i; j != n; j++)
            if (i + j == n)
                a[j] = i;
    /* target parallel for map(tofrom: a[0:n]) */
    ROMP_TARGET("newer_clauses.c:38", rows_2,
        romp_block(128), romp_iterations(romp_trips(7, 7, 1, 0)), romp_tofrom(a, 0, n), romp_value(n))
    #pragma omp target parallel for if(target: 0) /* host version */
    /* reverse */
    for (long i = 7; i != 7; i++)
        a[i] = 0;
}

void objects(int x)
{
    /* target parallel map(tofrom: x) */
    ROMP_TARGET("newer_clauses.c:46", objects_1,
        romp_exact_block(1024), romp_num_teams(1), romp_stack(32768), romp_tofrom_var(x), romp_tasks())
    #pragma omp target parallel if(target: 0) map(tofrom: x) /* host version */
    {
        #pragma omp single
        {
            omp_depend_t e[2];
            #pragma omp depobj(e[1]) depend(inout: x)
            #pragma omp task depend(depobj: *(&e[1]))
            x = 7;
            #pragma omp taskwait
            #pragma omp depobj(e[1]) destroy
        }
    }
}
