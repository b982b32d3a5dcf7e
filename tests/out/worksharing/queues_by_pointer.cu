// Device code of queues_by_pointer.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

typedef void change(int, double *);

static __device__ void add(int n, double *x)
{
    const romp::orphan_team omp;
    for (int i : romp::team_for_dynamic(omp, romp::below<int>(0, n), romp::then_barrier()))
        x[i] += 1;
    omp.barrier();
}

static __device__ void halve(int n, double *x)
{
    const romp::orphan_team omp;
    for (int i : romp::team_for_guided(omp, romp::below<int>(0, n)))
        x[i] /= 2;
}

struct fork_frame {
    double *x_value;
    int n_value;
};
static_assert(sizeof(fork_frame) == 16, "memory is planned for this size: translate again, or check that it suffices");

static __device__ void fork_parallel_1(fork_frame &shared);

static __device__ void fork(int n, double *x)
{
    romp::team_frame<fork_frame> frame("`fork`");
    fork_frame &shared = *frame;
    shared.n_value = n;
    shared.x_value = x;
    romp::parallel_region(1, fork_parallel_1, shared, romp::orphaned_size());
}

static __device__ void fork_parallel_1(fork_frame &shared)
{
    const romp::orphan_team omp;
    const int n = shared.n_value;
    double *const x = shared.x_value;
    romp::begin_work_queues(omp);
    add(n, x);
    halve(n, x);
}

// queues_by_pointer.c:32: target parallel map(tofrom: x[0:n])
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
by_pointer_1(double *x, int n, int which, romp::team_slices thread_stacks)
{
    romp::start_thread_arrays(thread_stacks);
    romp::start_state(romp::threads());
    romp::begin_work_queues();
    change *called = which ? add : halve;
    called(n, x);
    romp::release_thread_arrays_together(thread_stacks);
}

// queues_by_pointer.c:41: target parallel map(tofrom: x[0:n])
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
by_name_1(double *x, int n)
{
    romp::block_is<1024>();
    romp::start_state(romp::threads());
    romp::begin_counter();
    add(n, x);
}

// queues_by_pointer.c:47: target map(tofrom: x[0:n])
// fork-join: one thread of the last warp runs the sequential part, 992 threads a team, one team
// queues_by_pointer.c:48: not guarded SPMD: a called function has constructs of its own, or asks for its threads
extern "C" __global__ void __launch_bounds__(993)
by_function_1(unsigned team_size, double *x, int n, romp::team_slices team_stack)
{
    romp::start_state(0, team_size);
    if (romp::is_worker()) {
        while (romp::next_region(romp::state().work)) {
            switch (romp::state().work.region) {
            case 1:
                romp::run_region(fork_parallel_1);
                break;
            }
            romp::join();
        }
        return;
    }
    romp::start_team_memory(team_stack);
    fork(n, x);
    romp::end_team_memory();
    romp::finish(romp::state().work);
}
