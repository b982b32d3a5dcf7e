// Device code of arrays.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// arrays.c:4: target teams distribute parallel for map(to: x[0:n]) reduction(+: bins[0:8])
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
histogram_1(const unsigned char *x, long *bins, long n, void *scratch)
{
    long bins_private[8];
    romp::fill(bins_private, 0);
    for (long i : romp::league_stream(romp::below<long>(0, n)))
        bins_private[x[i] >> 5]++;
    romp::reduce_league(scratch, romp::plus_each(bins, bins_private));
}

// arrays.c:12: target parallel for num_threads(64) map(to: x[0:n]) map(tofrom: a[0:100]) reduction(max: a[40:4])
// SPMD, up to 64 threads a team, one team
extern "C" __global__ void __launch_bounds__(64)
part_1(const int *x, double *a, int n)
{
    romp::block_is<64>();
    double a_private[4];
    romp::fill(a_private, romp::lowest<double>);
    for (int i : romp::team_stream(0, n))
        if (x[i] > romp::behind(a_private, 40)[40 + i % 4])
            romp::behind(a_private, 40)[40 + i % 4] = x[i];
    romp::reduce(romp::maximum_each(a + 40, a_private));
}
