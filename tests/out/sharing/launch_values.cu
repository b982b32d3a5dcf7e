// Device code of launch_values.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct grow_frame {
    union {
        struct {
            double *a_value;
            int n_value;
        };
        struct {
            double *a_for_region_2;
            int n_for_region_2;
            int threads_value;
            int small_value;
        };
    };
};
static_assert(sizeof(grow_frame) == 24, "memory is planned for this size: translate again, or check that it suffices");

static __device__ void grow_parallel_1(grow_frame &shared);
static __device__ void grow_parallel_2(grow_frame &shared);

__device__ void grow(double *a, int n, int threads, int small)
{
    romp::team_frame<grow_frame> frame("`grow`");
    grow_frame &shared = *frame;
    shared.a_value = a;
    shared.n_value = n;
    romp::parallel_region(0, grow_parallel_1, shared, (n > small) ? romp::orphaned_size(threads) : 1);
    shared.a_for_region_2 = a;
    shared.n_for_region_2 = n;
    shared.threads_value = threads;
    shared.small_value = small;
    romp::parallel_region(0, grow_parallel_2, shared, romp::orphaned_size(threads));
}

static __device__ void grow_parallel_1(grow_frame &shared)
{
    const romp::orphan_team omp;
    double *const a = shared.a_value;
    const int n = shared.n_value;
    for (int i : romp::team_for(omp, 0, n))
        a[i] += 1;
}

static __device__ void grow_parallel_2(grow_frame &shared)
{
    const romp::orphan_team omp;
    double *const a = shared.a_for_region_2;
    const int n = shared.n_for_region_2;
    const int threads = shared.threads_value;
    const int small = shared.small_value;
    for (int i : romp::team_for_static(omp, romp::below<int>(0, n), small))
        a[i] += threads;
}

struct alignas(16) region_1_shared {
    int small_value;
};
static_assert(sizeof(region_1_shared) == 16, "memory is planned for this size: translate again, or check that it suffices");

// launch_values.c:19: target map(tofrom: a[0:n])
// fork-join: one thread of the last warp runs the sequential part, 992 threads a team, one team, 4 bytes of shared memory
// launch_values.c:22: not guarded SPMD: a called function has constructs of its own, or asks for its threads
extern "C" __global__ void __launch_bounds__(993)
region_1(unsigned team_size, double *a, int n, romp::team_slices team_stack)
{
    region_1_shared &shared = romp::static_shared<region_1_shared>();
    romp::start_state(0, team_size);
    if (romp::is_worker()) {
        while (romp::next_region(romp::state().work)) {
            switch (romp::state().work.region) {
            case 0:
                romp::run_orphaned();
                break;
            case 1: {
                const romp::first_threads omp{romp::state().work.size};
                if (omp.has_me()) {
                    const int small = shared.small_value;
                    for (int i : romp::team_for(omp, 0, n))
                        a[i] += small;
                }
                break;
            }
            }
            romp::join();
        }
        return;
    }
    romp::start_team_memory(team_stack);
    int threads = a[0], small = a[1];
    grow(a, n, threads, small);
    shared.small_value = small;
    romp::fork_region(1, romp::region_size(threads, team_size));
    romp::end_team_memory();
    romp::finish(romp::state().work);
}
