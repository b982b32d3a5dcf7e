#include "romp.h"
/* declare target */
static int fib(int n)
{
    int x, y;
    if (n < 2)
        return n;
    #pragma omp task shared(x)
    x = fib(n - 1);
    #pragma omp task shared(y)
    y = fib(n - 2);
    #pragma omp taskwait
    return x + y;
}
/* end declare target */

int number(int n)
{
    int result;
    /* target parallel map(from: result) */
    ROMP_TARGET("tasks.c:19", number_1,
        romp_exact_block(1024), romp_num_teams(1), romp_stack(32768), romp_from_var(result), romp_value(n),
        romp_tasks())
    #pragma omp target parallel if(target: 0) map(tofrom: result) /* host version */
    #pragma omp single
    result = fib(n);
    return result;
}

double chain(int n, const double *a, double *b)
{
    double sum = 0, x = 0;
    /* target map(to: a[0:n]) map(from: b[0:n]) map(tofrom: sum) */
    ROMP_TARGET("tasks.c:28", chain_1,
        romp_exact_block(1024), romp_num_teams(1), romp_stack(32768), romp_to(a, 0, n), romp_from(b, 0, n),
        romp_tofrom_var(sum), romp_value(n), romp_private_copy(x), romp_tasks())
    #pragma omp target if(target: 0) map(tofrom: sum) /* host version */
    {
        #pragma omp parallel
        #pragma omp masked
        {
            int at = 0;
            // The last of them decides.
            #pragma omp task depend(out: b[0])
            {
                at += 1;
                b[0] = a[at];
            }
            #pragma omp task depend(in: b[0]) shared(at)
            at = b[0] > 0;
            #pragma omp taskwait
            #pragma omp taskgroup task_reduction(+: sum)
            {
                #pragma omp taskloop grainsize(16) in_reduction(+: sum)
                for (int i = at; i < n; i++)
                    sum += a[i];
            }
        }
        #pragma omp parallel masked taskloop lastprivate(x) reduction(+: sum)
        for (int i = 1; i < n; i++) {
            x = 2 * a[i];
            b[i] = x;
            sum += x;
        }
    }
    return sum;
}
