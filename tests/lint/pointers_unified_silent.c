// silent
#include <stdlib.h>
#pragma omp requires unified_shared_memory
double unmapped(int n)
{
    double *x = calloc(n, sizeof *x), sum = 0;
    #pragma omp target map(tofrom: sum) map(to: x)
    sum = x[0];
    free(x);
    return sum;
}
