#include "romp.h"
#define OFFLOAD(i, n, statement) \
    _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") \
    for (int i = 0; i < n; i++) statement

void both(int n, int *a)
{
    if (n > 100)
/* target teams distribute parallel for map(tofrom: a[0:n]) */
        ROMP_TARGET("from_macro.c:8", both_1, romp_block(128), romp_iterations(n), romp_tofrom(a, 0, n), romp_value(n))
        #pragma omp target teams distribute parallel for if(target: 0) /* host version */
        for (int i = 0; i < n; i++) a[i] = i;
    else
/* target teams distribute parallel for map(tofrom: a[0:n]) */
        ROMP_TARGET("from_macro.c:10", both_2,
            romp_block(128), romp_iterations(n), romp_tofrom(a, 0, n), romp_value(n))
        #pragma omp target teams distribute parallel for if(target: 0) /* host version */
        for (int k = 0; k < n; k++) a[k] = -k;
}
