// Device code of loops_by_pointer.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

typedef void change(int, double *);

static __device__ void add(int n, double *x)
{
    const romp::orphan_team omp;
    for (int i : romp::team_for_dynamic(omp, romp::below<int>(0, n), romp::then_barrier()))
        x[i] += 1;
    omp.barrier();
}

static __device__ void twice(int n, double *x)
{
    const romp::orphan_team omp;
    for (auto chunk : romp::team_chunks(omp, romp::below<int>(0, n), romp::then_barrier(4)))
        for (int i : romp::each(chunk)) {
            x[i] *= 2;
        }
    omp.barrier();
}

static __device__ void halve(int n, double *x)
{
    x[n - 1] /= 2;
}

// loops_by_pointer.c:29: target parallel map(tofrom: x[0:n])
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
by_pointer_1(double *x, int n, int which, romp::team_slices thread_stacks)
{
    romp::start_thread_arrays(thread_stacks);
    romp::start_state(romp::threads());
    romp::begin_counter();
    change *called = which == 0 ? add : which == 1 ? twice : halve;
    called(n, x);
    romp::release_thread_arrays_together(thread_stacks);
}

// loops_by_pointer.c:38: target map(tofrom: x[0:n])
// guarded SPMD: thread 0 runs the sequential parts, 1024 threads a team, one team
// cycles for each team that forks cost: guarded 2028, fork-join 231
// loops_by_pointer.c:40: not plain SPMD: it writes memory or calls something with side effects
// loops_by_pointer.c:38: not fork-join: the last warp would run the sequential part, which leaves regions 992 threads, not 1024
extern "C" __global__ void __launch_bounds__(1024)
by_name_1(double *x, int n)
{
    romp::block_is<1024>();
    romp::start_state(romp::threads());
    if (romp::thread() == 0) {
        x[0] = 1;
    }
    romp::team_barrier();
    romp::begin_counter();
    add(n, x);
    romp::team_barrier();
    if (romp::thread() == 0) {
        x[0] = 2;
    }
}

// loops_by_pointer.c:49: target parallel map(tofrom: x[0:n])
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
directly_1(double *x, int n)
{
    romp::block_is<1024>();
    romp::begin_counter();
    for (int i : romp::team_for_dynamic(romp::below<int>(0, n), romp::then_barrier()))
        x[i] += 1;
    romp::team_barrier();
    x[n - 1] = 3;
}
