// Device code of loops_of_teams.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

ROMP_COMMON romp::queue_lock romp_reduction_turns;

__device__ double total;

static __device__ void add(int n, const double *x)
{
    double total_private = 0;
    for (int i : romp::teams_for(0, n)) {
        total_private += x[i];
    }
    romp::reduce_by_turns(romp::one_thread(), romp_reduction_turns, romp::plus(total, total_private));
}

struct alignas(16) one_1_shared {
    double *sum;
};
static_assert(sizeof(one_1_shared) == 16, "memory is planned for this size: translate again, or check that it suffices");

// loops_of_teams.c:6: target teams map(to: x[0:n]) map(tofrom: sum[0:1])
// SPMD, 256 threads a team, 8 bytes of shared memory
extern "C" __global__ void __launch_bounds__(256)
one_1(const double *x, double *sum, int n, void *scratch)
{
    one_1_shared &shared = romp::static_shared<one_1_shared>();
    romp::team_barrier();
    if (romp::thread() == 0)
        shared.sum = sum;
    romp::team_barrier();
    {
        double sum_private[1];
        romp::fill(sum_private, 0);
        for (int i : romp::league_stream(0, n))
            sum_private[0] += x[i];
        romp::reduce_league(scratch, romp::plus_each(shared.sum, sum_private));
    }
}

// loops_of_teams.c:15: target teams map(tofrom: x[0:n], all)
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
between_1(double *x, double *all_dev, int n, void *scratch)
{
    double &all = *all_dev;
    double all_private = 0;
    for (int i : romp::league_stream(0, n))
        all_private += x[i];
    romp::reduce_league(scratch, romp::plus(all, all_private));
    romp::team_barrier();
    {
        const romp::team_of<32> omp;
        if (omp.has_me()) {
            x[romp::region::omp_get_thread_num(omp)] = 0;
        }
    }
}

struct alignas(16) several_1_shared {
    double one;
};
static_assert(sizeof(several_1_shared) == 16, "memory is planned for this size: translate again, or check that it suffices");

// loops_of_teams.c:30: target teams map(to: x[0:n]) map(tofrom: all, one)
// guarded SPMD: thread 0 runs the sequential parts, 128 threads a team, 8 bytes of shared memory
// teams take turns to reduce into a common original: rounding may differ from run to run
// cycles for each team that forks cost: guarded 628, fork-join 1311
// loops_of_teams.c:41: not plain SPMD: it changes `one`, which the threads of the team share
extern "C" __global__ void __launch_bounds__(128)
several_1(const double *__restrict__ x, double *all_dev, double *one_dev, int n)
{
    double &all = *all_dev;
    double &one = *one_dev;
    several_1_shared &shared = romp::static_shared<several_1_shared>();
    double all_private = 0;
    for (int i : romp::league_for(0, n))
        all_private += x[i];
    romp::reduce_by_turns(romp_reduction_turns, romp::plus(all, all_private));
    romp::team_barrier();
    if (romp::thread() == 0) {
        shared.one = romp::lowest<double>;
    }
    romp::team_barrier();
    for (int i : romp::teams_for(0, n)) {
        double row = 0;
        double row_private = 0;
        for (int k : romp::team_for(0, i))
            row_private += x[k];
        romp::reduce_to_all(romp::plus(row, row_private));
        romp::team_barrier();
        if (romp::thread() == 0) {
            shared.one = row > shared.one ? row : shared.one;
        }
        romp::team_barrier();
    }
    romp::team_barrier();
    if (romp::thread() == 0) {
        romp::reduce_by_turns(romp::one_thread(), romp_reduction_turns, romp::maximum(one, shared.one));
    }
    romp::team_barrier();
}

struct alignas(16) of_both_1_shared {
    double all;
};
static_assert(sizeof(of_both_1_shared) == 16, "memory is planned for this size: translate again, or check that it suffices");

// loops_of_teams.c:52: target teams map(to: x[0:n]) map(tofrom: all) reduction(+: all)
// SPMD, 256 threads a team, 8 bytes of shared memory
extern "C" __global__ void __launch_bounds__(256)
of_both_1(const double *x, double *all_dev, int n, void *scratch)
{
    double &all = *all_dev;
    of_both_1_shared &shared = romp::static_shared<of_both_1_shared>();
    romp::team_barrier();
    if (romp::thread() == 0) {
        shared.all = 0;
    }
    romp::team_barrier();
    double all_private = 0;
    for (int i : romp::league_stream(0, n))
        all_private += x[i];
    romp::reduce(romp::plus(shared.all, all_private));
    romp::team_barrier();
    romp::reduce_teams(scratch, romp::plus(all, shared.all));
}

// loops_of_teams.c:72: target teams map(to: x[0:n])
// one thread a team
extern "C" __global__ void __launch_bounds__(1)
call_1(const double *x, int n)
{
    romp::start_state_alone();
    add(n, x);
}
