#include "romp.h"
void new(int class, int *this)
{
    /* target teams distribute parallel for map(tofrom: this[0:class]) */
    ROMP_TARGET("keywords.c:3", new_1,
        romp_block(128), romp_iterations(class), romp_tofrom(this, 0, class), romp_value(class))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int namespace = 0; namespace < class; namespace++)
        this[namespace] += class;
}
