// Device code of declared.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct peak {
    float value;
    int where;
};
static_assert(sizeof(struct peak) == 8 && offsetof(struct peak, where) == 4, "layout");

static __device__ peak higher(peak a, peak b)
{
    return b.value > a.value || (b.value == a.value && b.where < a.where) ? b : a;
}

// declared.c:16: target teams distribute parallel for map(to: x[0:n]) reduction(highest: best)
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
find_1(const float *x, peak *best_dev, int n, void *scratch)
{
    peak &best = *best_dev;
    peak best_private = {-1, 0};
    for (int i : romp::league_stream(0, n)) {
        best_private = higher(best_private, (peak){x[i], i});
    }
    romp::reduce_league(scratch, romp::by(best, best_private, [](peak &omp_out, peak &omp_in) { omp_out = higher(omp_out, omp_in); }));
}
