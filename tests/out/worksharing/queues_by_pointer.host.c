// As loops_by_pointer.c, where one of the functions has a loop behind which no thread waits: kernels that may call it have
// work queues, others of the file do not.
#include "romp.h"
/* begin declare target */
typedef void change(int, double *);

static void add(int n, double *x)
{
    #pragma omp for schedule(dynamic)
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

static void halve(int n, double *x)
{
    #pragma omp for schedule(guided) nowait
    for (int i = 0; i < n; i++)
        x[i] /= 2;
}

static void fork(int n, double *x)
{
    #pragma omp parallel
    {
        add(n, x);
        halve(n, x);
    }
}
/* end declare target */

void by_pointer(int n, double *x, int which)
{
    /* target parallel map(tofrom: x[0:n]) */
    ROMP_TARGET("queues_by_pointer.c:32", by_pointer_1,
        romp_block(1024), romp_num_teams(1), romp_stack(16384), romp_prints(), romp_tofrom(x, 0, n),
        romp_value(n), romp_value(which), romp_linked_arena(0))
    #pragma omp target parallel if(target: 0) /* host version */
    {
        change *called = which ? add : halve;
        called(n, x);
    }
}

void by_name(int n, double *x)
{
    /* target parallel map(tofrom: x[0:n]) */
    ROMP_TARGET("queues_by_pointer.c:41", by_name_1,
        romp_exact_block(1024), romp_num_teams(1), romp_tofrom(x, 0, n), romp_value(n))
    #pragma omp target parallel if(target: 0) /* host version */
    add(n, x);
}

void by_function(int n, double *x)
{
    /* target map(tofrom: x[0:n]) */
    ROMP_TARGET("queues_by_pointer.c:47", by_function_1,
        romp_workers(992), romp_num_teams(1), romp_tofrom(x, 0, n), romp_value(n), romp_team_stack(16))
    #pragma omp target if(target: 0) /* host version */
    fork(n, x);
}
