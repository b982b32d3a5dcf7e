// Loops whose iterations are handed out, in functions that pointers lead to and in kernels without such calls: what each
// kernel has in shared memory for them.
#include "romp.h"
/* begin declare target */
typedef void change(int, double *);

static void add(int n, double *x)
{
    #pragma omp for schedule(dynamic)
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

static void twice(int n, double *x)
{
    #pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

static void halve(int n, double *x)
{
    x[n - 1] /= 2;
}
/* end declare target */

// Whatever is called, the threads wait at the end of the loop.
void by_pointer(int n, double *x, int which)
{
    /* target parallel map(tofrom: x[0:n]) */
    ROMP_TARGET("loops_by_pointer.c:29", by_pointer_1,
        romp_block(1024), romp_num_teams(1), romp_stack(16384), romp_prints(), romp_tofrom(x, 0, n),
        romp_value(n), romp_value(which), romp_linked_arena(0))
    #pragma omp target parallel if(target: 0) /* host version */
    {
        change *called = which == 0 ? add : which == 1 ? twice : halve;
        called(n, x);
    }
}

void by_name(int n, double *x)
{
    /* target map(tofrom: x[0:n]) */
    ROMP_TARGET("loops_by_pointer.c:38", by_name_1,
        romp_exact_block(1024), romp_num_teams(1), romp_tofrom(x, 0, n), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    {
        x[0] = 1;
        #pragma omp parallel
        add(n, x);
        x[0] = 2;
    }
}

void directly(int n, double *x)
{
    /* target parallel map(tofrom: x[0:n]) */
    ROMP_TARGET("loops_by_pointer.c:49", directly_1,
        romp_exact_block(1024), romp_num_teams(1), romp_tofrom(x, 0, n), romp_value(n))
    #pragma omp target parallel if(target: 0) /* host version */
    {
        #pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++)
            x[i] += 1;
        x[n - 1] = 3;
        #pragma omp barrier
    }
}
