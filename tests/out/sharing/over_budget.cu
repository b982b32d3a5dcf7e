// Device code of over_budget.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define CELLS 12500

static __device__ double smallest(const int n, const double *a)
{
    const romp::thread_array<double> halves_array((unsigned long long)(n / 2 + 1), "halves");
    double *halves = halves_array.at;
    for (int i = 0; i < n; i += 2)
        halves[i / 2] = a[i];
    double least = halves[0];
    for (int i = 1; i < (n + 1) / 2; i++)
        if (halves[i] < least)
            least = halves[i];
    return least;
}

struct relax_1_large {
    double cells[CELLS];
};
static_assert(sizeof(relax_1_large) == 100000, "memory is planned for this size: translate again, or check that it suffices");

// over_budget.c:20: target teams distribute map(tofrom: out[0:teams])
// guarded SPMD: thread 0 runs the sequential parts, 128 to 512 threads a team
// cycles for each team that forks cost: guarded 2432, fork-join 9624
// 100000 bytes of variables in global memory, over the budget of shared memory
// over_budget.c:33: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(512)
relax_1(double *out, int teams, int steps, romp::team_slices team_memory)
{
    relax_1_large &large = romp::claim_slice<relax_1_large>(team_memory);
    for (int t : romp::teams_for(0, teams)) {
        double border[2];
        border[0] = border[1] = out[t];
        romp::team_barrier();
        for (int i : romp::team_stream(0, CELLS))
            large.cells[i] = border[i % 2];
        romp::team_barrier();
        for (int s = 1; s < steps; s++) {
            border[s % 2] = large.cells[s];
            romp::team_barrier();
            for (int i : romp::team_stream(0, CELLS))
                large.cells[i] = 0.5 * (large.cells[i] + border[s % 2]);
            romp::team_barrier();
        }
        if (romp::thread() == 0) {
            out[t] = large.cells[CELLS - 1];
        }
        romp::team_barrier();
    }
    romp::release_slice_together(team_memory);
}

struct alignas(16) rows_1_shared {
    double *table;
};
static_assert(sizeof(rows_1_shared) == 16, "memory is planned for this size: translate again, or check that it suffices");

// over_budget.c:39: target map(tofrom: out[0:n])
// fork-join: one thread of the last warp runs the sequential part, 992 threads a team, one team, 8 bytes of shared memory
// over_budget.c:41: not guarded SPMD: `table` has variable length and is shared by the threads of a team
extern "C" __global__ void __launch_bounds__(993)
rows_1(
    unsigned team_size,
    double *out,
    int n,
    int m,
    romp::team_slices thread_stacks,
    romp::team_slices team_stack)
{
    romp::start_thread_arrays(thread_stacks);
    rows_1_shared &shared = romp::static_shared<rows_1_shared>();
    if (romp::is_worker()) {
        while (romp::next_region()) {
            const romp::first_threads omp{team_size};
            if (omp.has_me()) {
                for (int i : romp::team_for(omp, 0, n))
                    for (int j = 0; j < m; j++)
                        shared.table[(long)i * m + j] = out[i] + j;
            }
            romp::join();
        }
        return;
    }
    romp::start_team_memory(team_stack);
    const romp::team_array<double> table_array((unsigned long long)n * m, "table");
    shared.table = table_array.at;
    romp::fork();
    romp::join();
    out[0] = smallest(m, shared.table + (long)(n - 1) * m);
    romp::end_team_memory();
    romp::release_thread_arrays(thread_stacks);
    romp::finish();
}
