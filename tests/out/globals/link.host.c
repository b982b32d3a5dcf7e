#include "romp.h"
int table[256];
/* declare target link(table) */

void look_up(int n, unsigned char *a)
{
    /* target teams distribute parallel for map(to: table) map(tofrom: a[0:n]) */
    ROMP_TARGET("link.c:6", look_up_1,
        romp_block(128), romp_iterations(n), romp_to_var(table), romp_tofrom(a, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) map(tofrom: table) /* host version */
    for (int i = 0; i < n; i++)
        a[i] = (unsigned char)table[a[i]];
}
ROMP_DECLARE_TARGET_LINK(table)
