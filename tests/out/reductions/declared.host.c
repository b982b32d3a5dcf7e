#include "romp.h"
typedef struct {
    float value;
    int where;
} peak;

static peak higher(peak a, peak b)
{
    return b.value > a.value || (b.value == a.value && b.where < a.where) ? b : a;
}

#pragma omp declare reduction(highest : peak : omp_out = higher(omp_out, omp_in)) initializer(omp_priv = {-1, 0})

peak find(const float *x, int n)
{
    peak best = {-1, 0};
    /* target teams distribute parallel for map(to: x[0:n]) reduction(highest: best) */
    ROMP_TARGET("declared.c:16", find_1,
        romp_block(256), romp_iterations(n), romp_to(x, 0, n), romp_tofrom_var(best), romp_value(n),
        romp_scratch(16))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(highest: best) /* host version */
    for (int i = 0; i < n; i++)
        best = higher(best, (peak){x[i], i});
    return best;
}

/* Elements, few and many. */
void peaks(const float *x, int n, peak of_four[4], peak *of_each, int groups)
{
    /* target teams distribute parallel for map(to: x[0:n]) reduction(highest: of_four[0:4], of_each[0:groups]) */
    ROMP_TARGET("declared.c:25", peaks_1,
        romp_block(256), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(of_four, 0, 4),
        romp_tofrom(of_each, 0, groups), romp_value(n), romp_value(groups),
        romp_scratch_of_threads(32, romp_copy(groups, 8)))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(highest: of_four[0:4], of_each[0:groups]) /* host version */
    for (int i = 0; i < n; i++) {
        of_four[i % 4] = higher(of_four[i % 4], (peak){x[i], i});
        of_each[i % groups] = higher(of_each[i % groups], (peak){x[i], i});
    }
}
