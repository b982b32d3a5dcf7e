#include "romp.h"
int last_even(int n, const int *a)
{
    int last = -1, at = 0;
    /* target teams distribute parallel for lastprivate(at) map(tofrom: at) map(to: a[0:n]) */
    ROMP_TARGET("lastprivate.c:4", last_even_1,
        romp_block(128), romp_iterations(n), romp_tofrom_var(at), romp_to(a, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) lastprivate(at) map(tofrom: at) /* host version */
    for (int i = 0; i < n; i++)
        at = a[i] % 2 ? -i : i;
    last = at;
    return last;
}
