#include "romp.h"
void clear(double *first, double *last)
{
    /* target teams distribute parallel for map(from: first[0:last - first]) */
    ROMP_TARGET("pointer.c:3", clear_1,
        romp_block(128), romp_iterations(romp_trips(0, (last) - (first), 1, 0)),
        romp_from(first, 0, last - first), romp_pointer(last))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (double *p = first; p < last; p++)
        *p = 0;
}
