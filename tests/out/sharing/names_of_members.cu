// Device code of names_of_members.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct state_frame {
    int level;
    int n_value;
};
static_assert(sizeof(state_frame) == 8, "memory is planned for this size: translate again, or check that it suffices");

static __device__ void state_parallel_1(state_frame &shared);

__device__ int state(int n)
{
    romp::team_frame<state_frame> frame("`state`");
    state_frame &shared = *frame;
    shared.level = n;
    shared.n_value = n;
    romp::parallel_region(0, state_parallel_1, shared, romp::orphaned_size());
    return shared.level;
}

static __device__ void state_parallel_1(state_frame &shared)
{
    const romp::orphan_team omp;
    const int n = shared.n_value;
    int level_private = 0;
    for (int i : romp::team_for(omp, 0, n))
        level_private += i;
    romp::reduce(omp, romp::plus(shared.level, level_private));
}

struct alignas(16) steps_1_shared {
    union {
        struct {
            double here_value;
            int round_value;
        };
        struct {
            double here_for_region_2;
            int round_for_region_2;
        };
    };
};
static_assert(sizeof(steps_1_shared) == 16, "memory is planned for this size: translate again, or check that it suffices");

// names_of_members.c:15: target map(tofrom: a[0:n], b[0:n])
// fork-join: one thread of the last warp runs the sequential part, 992 threads a team, one team, 16 bytes of shared memory
// names_of_members.c:19: not guarded SPMD: a called function has constructs of its own, or asks for its threads
extern "C" __global__ void __launch_bounds__(993)
steps_1(unsigned team_size, double *a, double *b, int n, romp::team_slices team_stack)
{
    steps_1_shared &shared = romp::static_shared<steps_1_shared>();
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
                    const int round = shared.round_value;
                    const double here = shared.here_value;
                    for (int i : romp::team_for(omp, 1, n))
                        b[i] += here * round;
                }
                break;
            }
            case 2: {
                const romp::first_threads omp2{romp::state().work.size};
                if (omp2.has_me()) {
                    const int round = shared.round_for_region_2;
                    const double here = shared.here_for_region_2;
                    for (int i : romp::team_for(omp2, 1, n))
                        a[i] += here + round;
                }
                break;
            }
            }
            romp::join();
        }
        return;
    }
    romp::start_team_memory(team_stack);
    for (int round = 0; round < 3; round++) {
        double here = a[0];
        a[1] = state(n);
        shared.round_value = round;
        shared.here_value = here;
        romp::fork_region(1, romp::orphaned_size());
        a[0] = b[n - 1];
        here += a[0];
        shared.round_for_region_2 = round;
        shared.here_for_region_2 = here;
        romp::fork_region(2, romp::orphaned_size());
    }
    romp::end_team_memory();
    romp::finish(romp::state().work);
}

struct sums_1_shared {
    int s;
    int s_private;
};
static_assert(sizeof(sums_1_shared) == 8, "memory is planned for this size: translate again, or check that it suffices");

// names_of_members.c:34: target teams distribute map(tofrom: a[0:n], out[0:4])
// guarded SPMD: thread 0 runs the sequential parts, 128 to 512 threads a team, 8 bytes of shared memory
// cycles for each team that forks cost: guarded 624, fork-join 1096
// names_of_members.c:36: not plain SPMD: the threads of the team share `s`
extern "C" __global__ void __launch_bounds__(512)
sums_1(int *a, int *out, int n)
{
    sums_1_shared &shared = romp::static_shared<sums_1_shared>();
    for (int t : romp::teams_for(0, 4)) {
        if (romp::thread() == 0) {
            shared.s = 0;
        }
        for (int i : romp::team_stream(0, n))
            a[i] += t;
        romp::team_barrier();
        if (romp::thread() == 0) {
            shared.s_private = 0;
        }
        romp::team_barrier();
        if (romp::thread() == 0) {
            for (int i = 0; i < 10; i++)
                shared.s_private += i;
        }
        romp::team_barrier();
        if (romp::thread() == 0)
            shared.s += shared.s_private;
        romp::team_barrier();
        if (romp::thread() == 0) {
            out[t] = shared.s;
        }
        romp::team_barrier();
    }
}
