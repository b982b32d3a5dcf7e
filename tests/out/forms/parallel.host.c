#include "romp.h"
#include <omp.h>

void who(int *thread, int n)
{
    /* target parallel num_threads(n) map(from: thread[0:n]) */
    ROMP_TARGET("parallel.c:5", who_1,
        romp_block(256), romp_num_threads(n), romp_num_teams(1), romp_from(thread, 0, n), romp_value(n))
    #pragma omp target parallel if(target: 0) num_threads(n) /* host version */
    thread[omp_get_thread_num()] = omp_get_num_threads();
}
