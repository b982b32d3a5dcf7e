#include "romp.h"
void touch(int *p, double scale)
{
    /* target map(tofrom: p[0:1]) */
    ROMP_TARGET("target.c:3", touch_1, romp_block(1), romp_num_teams(1), romp_tofrom(p, 0, 1), romp_value(scale))
    #pragma omp target if(target: 0) /* host version */
    *p = (int)(*p * scale);
}
