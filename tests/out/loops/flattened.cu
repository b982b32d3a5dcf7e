// Device code of flattened.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// flattened.c:6: target teams distribute map(to: shift[0:n]) map(tofrom: a[0:n * m])
// SPMD, 128 or 256 threads a team
// flattened.c:10: flattened: all threads of the league share the iterations of this loop and of those around it
extern "C" __global__ void __launch_bounds__(256)
shifted_1(
    const float *__restrict__ shift,
    float *__restrict__ a,
    int n,
    int m,
    romp::grid_part part)
{
    for (auto [i, j] : romp::several_along_y(part, romp::below<int>(0, n), romp::below<int>(0, m))) {
        int row = i * m;
        float by = shift[i];
        a[row + j] += by;
    }
}

// flattened.c:19: target teams distribute map(tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
// flattened.c:24: flattened: all threads of the league share the iterations of this loop and of those around it
extern "C" __global__ void __launch_bounds__(256)
tiled_1(float *a, int n)
{
    for (int i : romp::league_for(0, (long long)((n + 255) / 256) * 256l < (long long)n ? (int)((long long)((n + 255) / 256) * 256l) : n))
        a[i] *= 2;
}

// flattened.c:34: target teams distribute map(to: a[0:n * m]) map(tofrom: all) reduction(+: all)
// SPMD, 256 threads a team
// flattened.c:37: flattened: all threads of the league share the iterations of this loop and of those around it
extern "C" __global__ void __launch_bounds__(256)
total_1(const double *a, double *all_dev, int n, int m, void *scratch)
{
    double &all = *all_dev;
    double all_private = 0;
    for (auto [i, j] : romp::league_nest_stream(romp::below<int>(0, n), romp::below<int>(0, m))) {
        const double *row = a + (long)i * m;
        all_private += row[j];
    }
    romp::reduce_league(scratch, romp::plus(all, all_private));
}

// flattened.c:47: target teams distribute map(tofrom: a[0:n * n])
// SPMD, 128 threads a team
extern "C" __global__ void __launch_bounds__(128)
normalised_1(double *a, int n)
{
    romp::block_is<128>();
    for (int i : romp::teams_for(0, n)) {
        double by = a[i * n + i];
        romp::team_barrier();
        for (int j : romp::team_stream(0, n))
            a[i * n + j] /= by;
        romp::team_barrier();
    }
}

// flattened.c:58: target teams distribute map(to: begin[0:n + 1]) map(tofrom: a[0:begin[n]])
// SPMD, 128 threads a team
extern "C" __global__ void __launch_bounds__(128)
ragged_1(const int *__restrict__ begin, float *a, int n)
{
    romp::block_is<128>();
    for (int i : romp::teams_for(0, n)) {
        for (int j : romp::team_stream(romp::below<int>(begin[i], begin[i + 1])))
            a[j] += i;
    }
}

// flattened.c:68: target teams distribute map(to: key[0:n]) map(tofrom: count[0:bins]) reduction(+: count[0:bins])
// SPMD, 512 threads a team
// flattened.c:71: flattened: all threads of the league share the iterations of this loop and of those around it
extern "C" __global__ void __launch_bounds__(512)
counted_1(const int *key, long *count, int n, int bins)
{
    __shared__ long count_room[4096];
    const romp::updated_array<long> count_team = romp::begin_copy(count_room, 4096, count, bins, 0);
    for (int i : romp::league_stream(0, n))
        romp::atomic_add(count_team[key[i]], 1);
    romp::hand_in_copy(romp::combiner::plus(), count, count_team, bins, 0);
}

// flattened.c:80: target teams distribute map(to: key[0:n]) map(tofrom: count[0:bins]) reduction(+: count[0:bins])
// SPMD, 512 threads a team
extern "C" __global__ void __launch_bounds__(512)
counted_in_part_1(const int *key, long *count, int n, int bins)
{
    romp::block_is<512>();
    for (int first : romp::teams_for(romp::below<int>(0, n, 256))) {
        int end = first + 256 < n ? first + 256 : n;
        {
            __shared__ long count_room[4096];
            const romp::updated_array<long> count_team = romp::begin_copy(count_room, 4096, count, bins - 1, 0);
            for (int i : romp::team_stream(first, end))
                romp::atomic_add(romp::generic(count_team[key[i]]), 1);
            romp::hand_in_copy(romp::combiner::plus(), count, count_team, bins - 1, 0);
            romp::team_barrier();
        }
    }
}
