// Device code of schedule_runtime.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

enum omp_sched_t : unsigned int {
    omp_sched_static = 1,
    omp_sched_dynamic,
    omp_sched_guided,
    omp_sched_auto,
    omp_sched_monotonic = 2147483648,
};

// schedule_runtime.c:6: target teams distribute parallel for schedule(runtime) map(tofrom: x[:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
scale_1(double *x, int n)
{
    romp::begin_work_queues();
    for (int i : romp::team_for_runtime(romp::teams_part(romp::below<int>(0, n)), romp::initial_schedule()))
        x[i] *= 2;
}

// schedule_runtime.c:13: target map(tofrom: x[:n])
// guarded SPMD: thread 0 runs the sequential parts, up to 64 threads a team, one team
// cycles for each team that forks cost: guarded 32, fork-join 111
// schedule_runtime.c:15: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(64)
rows_1(double *x, int n)
{
    romp::start_schedule();
    if (romp::thread() == 0) {
        romp::set_schedule(romp::team_schedule(), omp_sched_dynamic, n / 100);
    }
    romp::team_barrier();
    romp::begin_schedule();
    romp::begin_work_queues();
    for (int i : romp::team_for_runtime(romp::below<int>(0, n), romp::own_schedule()))
        x[i] += i;
    for (int i : romp::team_for_runtime(romp::below<int>(0, n), romp::own_schedule()))
        x[i] -= romp::parallel::omp_get_thread_num();
}
