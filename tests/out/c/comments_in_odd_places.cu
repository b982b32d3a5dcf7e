// Device code of comments_in_odd_places.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// Above a structure.
struct pair {
    int a;  // behind a member
    /* above a member */
    int b;
};
static_assert(sizeof(struct pair) == 8 && offsetof(struct pair, b) == 4, "layout");

// Above a table.
static __constant__ const int table[3] = {1, 2, 3};  // behind a table

// Above a function whose type stands on a line of its own.
static inline __device__ int third(struct pair p)
{
    return p.a + p.b;
}

struct loops_1_shared {
    // above a variable of the team
    int w[32];  // behind it
};
static_assert(sizeof(loops_1_shared) == 128, "memory is planned for this size: translate again, or check that it suffices");

// comments_in_odd_places.c:26: target teams distribute map(tofrom: x[0:n])
// SPMD, 128 threads a team, 128 bytes of shared memory
extern "C" __global__ void __launch_bounds__(128)
loops_1(int *x, int n)
{
    loops_1_shared &shared = romp::static_shared<loops_1_shared>();
    romp::block_is<128>();
    // behind a directive
    // between a directive and its loop
    for (int t : romp::teams_for(0, n)) {  // behind the loop's head
        // above an inner directive
        /* between an inner directive and its loop */
        for (int i : romp::team_stream(0, 32))
            shared.w[i] = i;
        romp::team_barrier();
        // between two loops
        for (int i : romp::team_stream(0, 32)) {
            // behind an atomic directive
            // between it and its statement
            romp::atomic_add(x[t], shared.w[i]);  // behind the statement
        }  // behind the end of the loop
        romp::team_barrier();
        // at the end of the block
    }
}

struct alignas(16) conditions_1_shared {
    // above two variables
    int low;
    int high;  // behind both
};
static_assert(sizeof(conditions_1_shared) == 16, "memory is planned for this size: translate again, or check that it suffices");

// comments_in_odd_places.c:49: target map(to: p[0:n]) map(tofrom: x[0:n])
// guarded SPMD: thread 0 runs the sequential parts, 1024 threads a team, one team, 8 bytes of shared memory
// cycles for each team that forks cost: guarded 2444, fork-join 462
// comments_in_odd_places.c:55: not plain SPMD: it changes `high`, which the threads of the team share
// comments_in_odd_places.c:49: not fork-join: the last warp would run the sequential part, which leaves regions 992 threads, not 1024
extern "C" __global__ void __launch_bounds__(1024)
conditions_1(const struct pair *p, int *x, int n)
{
    conditions_1_shared &shared = romp::static_shared<conditions_1_shared>();
    // above a variable with a value
    int count = 0;  // behind it
    if (romp::thread() == 0) {
        shared.low = shared.high = table[n % 3];
    }
    romp::team_barrier();
    if (shared.low > 3 /* first part */ || /* second part */ shared.high < third(p[0])) {
        count = 1;
    }
    // above else
    else
        count = 2;
    while (count < n /* of a loop */ && x[count] != 7)
        count++;
    romp::team_barrier();
    if (romp::thread() == 0) {
        /* of a switch */
        switch (count & 1) {
        // above a case
        case 0:  // behind a case
            shared.low++;
        }
    }
    romp::team_barrier();
    {
        const int low = shared.low;
        const int high = shared.high;
        int count_private = 0;
        // in front of the loop
        for (int i : romp::team_for(0, n))
            count_private += x[i] + low + high + romp::parallel::omp_get_num_threads();
        romp::reduce_to_all(romp::plus(count, count_private));
    }
    romp::team_barrier();
    if (romp::thread() == 0) {
        x[0] = count;
    }
    romp::team_barrier();
    romp::atomic_add(shared.low, 1);
    romp::atomic_add(shared.high, 1);
    romp::team_barrier();
    if (romp::thread() == 0) {
        x[1] = shared.low + shared.high;
    }
}
