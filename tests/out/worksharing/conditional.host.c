#include "romp.h"
int last_above(int n, const double *a, double limit, double *value)
{
    int at = -1;
    double found = *value;
    /* target parallel map(to: a[0:n]) map(tofrom: at, found) */
    ROMP_TARGET("conditional.c:5", last_above_1,
        romp_exact_block(1024), romp_num_teams(1), romp_to(a, 0, n), romp_tofrom_var(at),
        romp_tofrom_var(found), romp_value(n), romp_value(limit))
    #pragma omp target parallel if(target: 0) map(tofrom: at, found) /* host version */
    {
        #pragma omp for lastprivate(conditional: at, found) schedule(dynamic, 4)
        for (int i = 0; i < n; i++) {
            if (a[i] <= limit)
                continue;
            at = i;
            found = a[i];
        }
    }
    *value = found;
    return at;
}

int which(int n, const int *a)
{
    int last = 0;
    /* target map(to: a[0:n]) map(tofrom: last) */
    ROMP_TARGET("conditional.c:22", which_1,
        romp_exact_block(4), romp_num_teams(1), romp_to(a, 0, n), romp_tofrom_var(last), romp_value(n))
    #pragma omp target if(target: 0) map(tofrom: last) /* host version */
    #pragma omp parallel sections num_threads(4) lastprivate(conditional: last)
    {
        #pragma omp section
        if (a[0] > 0)
            last = 1;
        #pragma omp section
        if (a[1] > 0)
            last += 2;
    }
    return last;
}
