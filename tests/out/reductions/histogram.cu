// Device code of histogram.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

/* Histograms of many bins: the updates are atomic, on a copy of the team where there is room for one. */
enum : int { bins = 4096 };

// histogram.c:6: target teams distribute parallel for map(to: x[0:n]) reduction(+: hist[0:bins])
// SPMD, 512 threads a team
extern "C" __global__ void __launch_bounds__(512)
histogram_1(const unsigned short *x, int *hist, long n)
{
    __shared__ int hist_team[4096];
    romp::begin_copy(hist_team, 4096, 0);
    for (long i : romp::league_stream(romp::below<long>(0, n)))
        romp::atomic_add(hist_team[x[i] % bins], 1);
    romp::hand_in_copy(romp::combiner::plus(), hist, hist_team, 4096, 0);
}

// histogram.c:13: target teams distribute parallel for map(to: x[0:n], cell[0:n]) reduction(max: highest[first:cells])
// SPMD, 512 threads a team
extern "C" __global__ void __launch_bounds__(512)
of_length_1(const float *x, const int *cell, float *highest, long n, int first, int cells)
{
    __shared__ float highest_room[8192];
    const romp::updated_array<float> highest_team = romp::begin_copy(highest_room, 8192, highest + first, cells, romp::lowest<float>);
    for (long i : romp::league_stream(romp::below<long>(0, n)))
        romp::atomic_max(romp::behind(highest_team, first)[cell[i]], x[i]);
    romp::hand_in_copy(romp::combiner::maximum(), highest + first, highest_team, cells, romp::lowest<float>);
}

// histogram.c:21: target teams distribute parallel for map(to: x[0:n]) reduction(+: sums[0:1000][:])
// SPMD, 128 or 256 threads a team
// `sums` is updated atomically: rounding may differ from run to run
extern "C" __global__ void __launch_bounds__(256)
large_1(const int *x, double (*sums)[1000], long n)
{
    for (long i : romp::league_for(romp::below<long>(0, n)))
        romp::atomic_add(sums[x[i] / 1000][x[i] % 1000], 1.5);
}

// histogram.c:29: target teams distribute parallel for map(to: x[0:n]) reduction(+: counts[0:m])
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
running_1(const int *x, int *counts, int n, int m, void *scratch)
{
    const romp::thread_copies<int> counts_copies(romp::copies_in(scratch, 0), m);
    int *const counts_private = counts_copies.begin(0);
    for (int i : romp::league_stream(0, n))
        if (counts_private[x[i] % m] < 100)
            counts_private[x[i] % m] += 1;
    romp::reduce_copies_league(scratch, 1, romp::combiner::plus(), counts, counts_copies);
}

// histogram.c:38: target teams distribute parallel for map(to: x[0:n]) reduction(+: cells[0:100])
// SPMD, 512 threads a team
// `cells` is updated atomically: rounding may differ from run to run
extern "C" __global__ void __launch_bounds__(512)
few_cells_1(const int *x, double *cells, long n)
{
    __shared__ double cells_room[808];
    const romp::updated_array<double> cells_team = romp::begin_copy(cells_room, 808, cells, 100, 0);
    for (long i : romp::league_stream(romp::below<long>(0, n)))
        romp::atomic_add(cells_team[x[i] % 100], 0.5);
    romp::hand_in_copy(romp::combiner::plus(), cells, cells_team, 100, 0);
}

// histogram.c:46: target teams distribute parallel for map(to: group[0:n], x[0:n]) reduction(+: sums[0:m], sizes[0:m])
// SPMD, 512 threads a team
// `sums` is updated atomically: rounding may differ from run to run
extern "C" __global__ void __launch_bounds__(512)
groups_1(const int *group, const float *x, double *sums, int *sizes, int n, int m)
{
    __shared__ romp::copies_of<32768> copies;
    romp::copy_room room(copies, sums, m, sizes, m);
    const romp::updated_array<double> sums_team = romp::begin_copy(room, sums, m, 0);
    const romp::updated_array<int> sizes_team = romp::begin_copy(room, sizes, m, 0);
    for (int i : romp::league_stream(0, n)) {
        romp::atomic_add(sums_team[group[i]], x[i]);
        romp::atomic_add(sizes_team[group[i]], 1);
    }
    romp::hand_in_copy(romp::combiner::plus(), sums, sums_team, m, 0);
    romp::hand_in_copy(romp::combiner::plus(), sizes, sizes_team, m, 0);
}
