// Device code of adjacent_forks.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define N 4096

struct mean_frame {
    double sum;
    double squares;
    const double *from_value;
    int n_value;
};
static_assert(sizeof(mean_frame) == 32, "memory is planned for this size: translate again, or check that it suffices");

static __device__ void mean_parallel_1(mean_frame &shared);

static __device__ double mean(const double *from, int n)
{
    romp::team_frame<mean_frame> frame("`mean`");
    mean_frame &shared = *frame;
    shared.sum = 0;
    shared.squares = 0;
    shared.from_value = from;
    shared.n_value = n;
    romp::parallel_region(1, mean_parallel_1, shared, romp::orphaned_size());
    return shared.squares / n;
}

static __device__ void mean_parallel_1(mean_frame &shared)
{
    const romp::waiting_orphan_team omp;
    const double *const from = shared.from_value;
    const int n = shared.n_value;
    double sum_private = 0;
    for (int i : romp::team_for(omp, 0, n))
        sum_private += from[i];
    romp::reduce(omp, romp::plus(shared.sum, sum_private));
    omp.barrier();
    double squares_private = 0;
    for (int i : romp::team_for(omp, 0, n))
        squares_private += from[i] * from[i] - shared.sum;
    romp::reduce(omp, romp::plus(shared.squares, squares_private));
}

struct alignas(16) steps_1_shared {
    double most;
    int r_value;
    int first_value;
    int twice_value;
};
static_assert(sizeof(steps_1_shared) == 32, "memory is planned for this size: translate again, or check that it suffices");

// adjacent_forks.c:21: target map(tofrom: a[0:N], b[0:N], result[0:1])
// fork-join: one thread of the last warp runs the sequential part, 992 threads a team, one team, 24 bytes of shared memory
// adjacent_forks.c:40: not guarded SPMD: a called function has constructs of its own, or asks for its threads
// adjacent_forks.c:26: one fork for this parallel region and those of adjacent_forks.c:29, adjacent_forks.c:35
// adjacent_forks.c:29: no thread of this parallel region waits for those of adjacent_forks.c:26
extern "C" __global__ void __launch_bounds__(993)
steps_1(
    unsigned team_size,
    double *a,
    double *b,
    double *result,
    int rounds,
    romp::team_slices team_stack)
{
    steps_1_shared &shared = romp::static_shared<steps_1_shared>();
    romp::start_state(0, team_size);
    if (romp::is_worker()) {
        while (romp::next_region(romp::state().work)) {
            switch (romp::state().work.region) {
            case 1:
                romp::run_region(mean_parallel_1);
                break;
            case 2: {
                const romp::team_of<256> omp;
                if (omp.has_me()) {
                    const int r = shared.r_value;
                    const int first = shared.first_value;
                    const int twice = shared.twice_value;
                    for (int i : romp::team_for(omp, first, N))
                        a[i] = b[i] * r;
                    for (int i : romp::team_for(omp, first, N))
                        a[i] += 1;
                    omp.barrier();
                    double most_private = romp::lowest<double>;
                    for (int i : romp::team_for(omp, 1, N))
                        most_private = most_private > a[i - 1] ? most_private : a[i - 1] + twice;
                    romp::reduce(omp, romp::maximum(shared.most, most_private));
                }
                break;
            }
            case 3: {
                const romp::team_of<33> omp2;
                if (omp2.has_me()) {
                    // another size
                    b[romp::region::omp_get_thread_num(omp2)] += 1;
                }
                break;
            }
            }
            romp::join();
        }
        return;
    }
    romp::start_team_memory(team_stack);
    for (int r = 0; r < rounds; r++) {
        const int first = r % 2;
        // each element by itself
        shared.most = 0;
        int twice = 2 * r;
        // others' elements
        shared.r_value = r;
        shared.first_value = first;
        shared.twice_value = twice;
        romp::fork_region(2, 256);
        b[r] = shared.most;
        romp::fork_region(3, 33);
    }
    *result = mean(b, N);
    romp::end_team_memory();
    romp::finish(romp::state().work);
}
