#include "romp.h"
void refresh(int n, int device, double *a, int wanted)
{
    /* target update to(a[0:n]) if(wanted) device(device) */
    ROMP_UPDATE("update_if.c:3", romp_if(wanted), romp_device(device), romp_to(a, 0, n));
    /* target if(target: wanted) device(device) map(tofrom: a[0:n]) */
    ROMP_TARGET("update_if.c:4", refresh_1,
        romp_block(1), romp_num_teams(1), romp_if(wanted), romp_device(device), romp_tofrom(a, 0, n),
        romp_value(wanted), romp_value(device), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    a[0] = 1;
}
