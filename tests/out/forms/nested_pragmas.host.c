#include "romp.h"
void fill(int n, int *a)
{
    /* target map(from: a[0:n]) */
    ROMP_TARGET("nested_pragmas.c:3", fill_1,
        romp_block(128), romp_num_teams(8), romp_from(a, 0, n), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    #pragma omp teams num_teams(8)
    #pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
}
