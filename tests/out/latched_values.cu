// Device code of latched_values.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct alignas(16) rows_1_shared {
    float most;
};
static_assert(sizeof(rows_1_shared) == 16, "memory is planned for this size: translate again, or check that it suffices");

// latched_values.c:5: target teams distribute map(to: a[0:n * m]) map(from: b[0:n * m])
// guarded SPMD: thread 0 runs the sequential parts, 128 to 512 threads a team, 4 bytes of shared memory
// cycles for each team that forks cost: guarded 672, fork-join 3176
// latched_values.c:7: not plain SPMD: the threads of the team share `most`
extern "C" __global__ void __launch_bounds__(512)
rows_1(const float *a, float *b, int n, int m)
{
    rows_1_shared &shared = romp::static_shared<rows_1_shared>();
    for (int i : romp::teams_for(0, n)) {
        float sum = 0;
        if (romp::thread() == 0) {
            shared.most = 0;
        }
        volatile int seen = 0;
        float sum_private = 0;
        for (int j : romp::team_stream(0, m))
            sum_private += a[i * m + j];
        romp::reduce_to_all(romp::plus(sum, sum_private));
        romp::team_barrier();
        seen = 1;
        float most_private = romp::lowest<float>;
        /* `sum` and `most` are only read; `seen` is volatile. */
        for (int j : romp::team_stream(0, m))
            if (a[i * m + j] - sum > most_private && seen)
                most_private = a[i * m + j] - sum;
        romp::reduce(romp::maximum(shared.most, most_private));
        romp::team_barrier();
        {
            const float most = shared.most;
            for (int j : romp::team_stream(0, m))
                b[i * m + j] = a[i * m + j] - sum / m + most;
            romp::team_barrier();
            if (romp::thread() == 0) {
                b[i * m] += sum;
            }
        }
        romp::team_barrier();
        /* Written by the region. */
        for (int j : romp::team_stream(0, m))
            b[i * m + j] += shared.most;
        romp::team_barrier();
        if (romp::thread() == 0) {
            shared.most = 1;
        }
        romp::team_barrier();
        for (int j : romp::team_stream(0, m))
            b[i * m + j] += shared.most;
        romp::team_barrier();
        /* Read outside of loops. */
        if (sum > shared.most)
            b[i * m] = sum;
        romp::team_barrier();
    }
}

struct pointed_1_shared {
    int base;
};
static_assert(sizeof(pointed_1_shared) == 4, "memory is planned for this size: translate again, or check that it suffices");

// latched_values.c:46: target teams distribute map(tofrom: a[0:n * n])
// guarded SPMD: thread 0 runs the sequential parts, up to 1024 threads a team, 4 bytes of shared memory
// cycles for each team that forks cost: guarded 1312, fork-join 2864
// latched_values.c:48: not plain SPMD: the threads of the team share `base`
extern "C" __global__ void __launch_bounds__(1024)
pointed_1(int *a, int n)
{
    pointed_1_shared &shared = romp::static_shared<pointed_1_shared>();
    for (int i : romp::teams_for(0, n)) {
        int step = i;
        if (romp::thread() == 0) {
            shared.base = i;
        }
        int *p = &shared.base;
        if (romp::thread() == 0) {
            p[0]++;
        }
        romp::team_barrier();
        step++;
        for (int j : romp::team_for(0, n))
            a[i * n + j] += shared.base * step;
        romp::team_barrier();
        {
            const romp::first_threads omp{romp::region_size(n + 1, romp::threads())};
            if (omp.has_me()) {
                for (int j : romp::team_for(omp, 0, n))
                    a[i * n + j] -= step;
            }
        }
        romp::team_barrier();
    }
}
