// Device code of of_functions.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

/* Three reductions of eight elements, each of another type or operator. */
static __device__ void three(int n, const double *a, double *sum, double *most, long *count)
{
    const romp::waiting_orphan_team omp;
    {
        double sum_private[8];
        romp::fill(sum_private, 0);
        for (int i : romp::team_for(omp, 0, n))
            for (int j = 0; j < 8; j++)
                sum_private[j] += a[i];
        romp::reduce(omp, romp::plus_each(sum, sum_private));
        omp.barrier();
    }
    {
        double most_private[8];
        romp::fill(most_private, romp::lowest<double>);
        for (int i : romp::team_for(omp, 0, n))
            for (int j = 0; j < 8; j++)
                most_private[j] = a[i] > most_private[j] ? a[i] : most_private[j];
        romp::reduce(omp, romp::maximum_each(most, most_private));
        omp.barrier();
    }
    {
        long count_private[8];
        romp::fill(count_private, 0);
        for (int i : romp::team_for(omp, 0, n))
            for (int j = 0; j < 8; j++)
                count_private[j] += 1;
        romp::reduce(omp, romp::plus_each(count, count_private));
        omp.barrier();
    }
}

struct main_1_shared {
    double big[5370];
    double sum[8];
    double most[8];
    long count[8];
};
static_assert(sizeof(main_1_shared) == 43152, "memory is planned for this size: translate again, or check that it suffices");

// of_functions.c:20: target map(to: a) map(tofrom: out)
// fork-join: one thread of the last warp runs the sequential part, up to 65 threads a team, one team, 43152 bytes of shared memory
// cycles for each team that forks cost: guarded 396, fork-join 111
// 43152 bytes of shared memory are dynamic: a kernel may declare 49152
// of_functions.c:22: not plain SPMD: the threads of the team share `sum`
extern "C" __global__ void __launch_bounds__(65)
main_1(unsigned team_size, const double *a, double *out_dev)
{
    double &out = *out_dev;
    main_1_shared &shared = romp::dynamic_shared<main_1_shared>();
    romp::start_state(0, team_size);
    if (romp::is_worker()) {
        while (romp::next_region(romp::state().work)) {
            switch (romp::state().work.region) {
            case 1: {
                const romp::first_threads omp{romp::state().work.size};
                if (omp.has_me()) {
                    shared.big[romp::region::omp_get_thread_num(omp)] += 1;
                    three(64, a, shared.sum, shared.most, shared.count);
                }
                break;
            }
            }
            romp::join();
        }
        return;
    }
    {
        const double initial[8] = {0};
        memcpy(shared.sum, initial, sizeof(initial));
    }
    {
        const double initial[8] = {0};
        memcpy(shared.most, initial, sizeof(initial));
    }
    {
        const long initial[8] = {0};
        memcpy(shared.count, initial, sizeof(initial));
    }
    for (int i = 0; i < 5370; i++)
        shared.big[i] = 1;
    romp::fork_region(1, romp::orphaned_size());
    out = shared.sum[0] + shared.most[0] + shared.count[0] + shared.big[3] + shared.big[5000];
    romp::finish(romp::state().work);
}
