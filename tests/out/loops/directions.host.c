#include "romp.h"
void mark(int lo, int hi, int step, char *seen)
{
    /* target teams distribute parallel for map(tofrom: seen[0:hi + 1]) */
    ROMP_TARGET("directions.c:3", mark_1,
        romp_block(128), romp_iterations(romp_trips(lo, hi, step, 1)), romp_tofrom(seen, 0, hi + 1),
        romp_value(hi), romp_value(lo), romp_value(step))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = hi; i >= lo; i -= step)
        seen[i] = 1;
    /* target teams distribute parallel for map(tofrom: seen[0:hi + 1]) */
    ROMP_TARGET("directions.c:6", mark_2,
        romp_block(128), romp_iterations(romp_trips((unsigned)lo, (unsigned)hi, 1, 0)),
        romp_tofrom(seen, 0, hi + 1), romp_value(hi), romp_value(lo))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (unsigned i = (unsigned)lo; i != (unsigned)hi; ++i)
        seen[i] = 2;
    /* target parallel for map(tofrom: seen[0:hi + 1]) */
    ROMP_TARGET("directions.c:9", mark_3,
        romp_block(128), romp_iterations(romp_trips(0, 100, 3, 1)), romp_tofrom(seen, 0, hi + 1),
        romp_value(hi))
    #pragma omp target parallel for if(target: 0) /* host version */
    for (short i = 0; i <= 100; i += 3)
        seen[i] = 3;
}
