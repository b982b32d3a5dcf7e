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

// declared.c:25: target teams distribute parallel for map(to: x[0:n]) reduction(highest: of_four[0:4], of_each[0:groups])
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
peaks_1(const float *x, peak *of_four, peak *of_each, int n, int groups, void *scratch)
{
    peak of_four_private[4];
    romp::start_each(of_four_private, of_four, [](peak &omp_priv, peak &omp_orig) { omp_priv = (peak){-1, 0}; });
    const romp::thread_copies<peak> of_each_copies(romp::copies_in(scratch, 32), groups);
    peak *const of_each_private = of_each_copies.begin(of_each, [](peak &omp_priv, peak &omp_orig) { omp_priv = (peak){-1, 0}; });
    for (int i : romp::league_stream(0, n)) {
        of_four_private[i % 4] = higher(of_four_private[i % 4], (peak){x[i], i});
        of_each_private[i % groups] = higher(of_each_private[i % groups], (peak){x[i], i});
    }
    romp::reduce_league(scratch, romp::by_each(of_four, of_four_private, [](peak &omp_out, peak &omp_in) { omp_out = higher(omp_out, omp_in); }));
    romp::reduce_copies_league(scratch, 1, romp::by([](peak &omp_out, peak &omp_in) { omp_out = higher(omp_out, omp_in); }), of_each, of_each_copies);
}
