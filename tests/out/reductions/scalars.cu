// Device code of scalars.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// scalars.c:5: target teams distribute parallel for map(to: x[0:n], y[0:n]) reduction(+: sum)
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
dot_1(const double *x, const double *y, double *sum_dev, int n, void *scratch)
{
    double &sum = *sum_dev;
    double sum_private = 0;
    for (int i : romp::league_stream(0, n))
        sum_private += x[i] * y[i];
    romp::reduce_league(scratch, romp::plus(sum, sum_private));
}

// scalars.c:17: target teams distribute parallel for map(to: x[0:n]) reduction(min: least) reduction(max: most) reduction(+: nonzero) reduction(&&: all)
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
extent_1(
    const float *x,
    float *least_dev,
    float *most_dev,
    long *nonzero_dev,
    bool *all_dev,
    int n,
    void *scratch)
{
    float &least = *least_dev;
    float &most = *most_dev;
    long &nonzero = *nonzero_dev;
    bool &all = *all_dev;
    float least_private = romp::highest<float>;
    float most_private = romp::lowest<float>;
    long nonzero_private = 0;
    bool all_private = 1;
    for (int i : romp::league_stream(0, n)) {
        if (x[i] < least_private)
            least_private = x[i];
        if (x[i] > most_private)
            most_private = x[i];
        nonzero_private += x[i] != 0;
        all_private = all_private && x[i] > 0;
    }
    romp::reduce_league(scratch, romp::minimum(least, least_private),
        romp::maximum(most, most_private),
        romp::plus(nonzero, nonzero_private),
        romp::logical_and(all, all_private));
}

// scalars.c:37: target teams distribute map(to: a[0:n * m]) map(from: each[0:n]) reduction(+: all)
// guarded SPMD: thread 0 runs the sequential parts, 256 to 512 threads a team
// cycles for each team that forks cost: guarded 320, fork-join 1096
// scalars.c:43: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(512)
rows_1(const double *a, double *each, double *all_dev, int n, int m, void *scratch)
{
    double &all = *all_dev;
    double all_private = 0;
    for (int i : romp::teams_for(0, n)) {
        double row = 0;
        double row_private = 0;
        for (int j : romp::team_stream(0, m))
            row_private += a[i * m + j];
        romp::reduce_to_all(romp::plus(row, row_private));
        romp::team_barrier();
        if (romp::thread() == 0) {
            each[i] = row;
        }
        romp::team_barrier();
        all_private += row;
    }
    romp::reduce_teams(scratch, romp::plus(all, all_private));
}

// scalars.c:53: target parallel num_threads(95) map(to: bits[0:n]) map(tofrom: common) reduction(|: some)
// SPMD, up to 95 threads a team, one team
extern "C" __global__ void __launch_bounds__(95)
team_1(const unsigned int *bits, unsigned int *common_dev, unsigned int *some_dev, int n)
{
    unsigned int &common = *common_dev;
    unsigned int &some = *some_dev;
    unsigned int some_private = 0;
    unsigned int common_private = romp::highest<unsigned int>;
    for (int i : romp::team_for(0, n))
        common_private &= bits[i];
    romp::reduce(romp::bit_and(common, common_private));
    romp::team_barrier();
    for (int i : romp::team_for(0, n))
        some_private |= bits[i] & ~common;
    romp::reduce(romp::bit_or(some, some_private));
}

// scalars.c:69: target teams distribute map(to: x[0:n]) reduction(max: most)
// SPMD, 256 threads a team
// each thread stands for a team: the loop cannot observe the difference
extern "C" __global__ void __launch_bounds__(256)
largest_1(const int *x, int *most_dev, int n, void *scratch)
{
    int &most = *most_dev;
    int most_private = romp::lowest<int>;
    for (int i : romp::league_stream(0, n))
        most_private = x[i] > most_private ? x[i] : most_private;
    romp::reduce_league(scratch, romp::maximum(most, most_private));
}
