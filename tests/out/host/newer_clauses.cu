// Device code of newer_clauses.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct alignas(8) omp_depend_t {
    char __omp_depend_t__[16];
};
static_assert(sizeof(struct omp_depend_t) == 16, "layout");

// newer_clauses.c:7: target teams if(teams: c) num_teams(2: n) map(tofrom: r)
// one thread a team
extern "C" __global__ void __launch_bounds__(1)
teams_1(int *r_dev, int c, int n)
{
    int &r = *r_dev;
    romp::atomic_add(r, 1);
}

// newer_clauses.c:12: target map(tofrom: r)
// SPMD, up to 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
teams_2(int *r_dev, int n, void *scratch)
{
    int &r = *r_dev;
    int r_private = 0;
    for (int i : romp::league_stream(0, n))
        r_private += i;
    romp::reduce_league(scratch, romp::plus(r, r_private));
}

// newer_clauses.c:23: target parallel for ordered(1) map(tofrom: a[0:n])
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
before_1(int *a, int n)
{
    romp::block_is<1024>();
    {
        const auto i_range = romp::above<int>(n - 1, 1, 2);
        auto across = romp::begin_doacross(1);
        for (auto trip : romp::team_stream(i_range.trips())) {
            across.begin(trip);
            int i = i_range[trip];
            across.sink(romp::down(i_range, i, -1));
            a[i - 2] += a[i];
            across.source(romp::down(i_range, i));
            across.end(trip);
        }
    }
}

// newer_clauses.c:33: target parallel for collapse(2) map(tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
// spread over several blocks: the loop cannot observe which threads are one team
extern "C" __global__ void __launch_bounds__(256)
rows_1(int *a, int n)
{
    const auto i_range = romp::below<int>(0, n);
    const auto j_range = [&](int i) { return romp::below<int>(i, n); };
    const auto j_trips = romp::most_trips(i_range, j_range);
    const auto trips = (unsigned long long)i_range.trips() * j_trips;
    for (auto trip : romp::league_for(trips)) {
        const auto [outer, inner] = romp::split(trip, j_trips);
        int i = i_range[outer];
        const auto j_row = j_range(i);
        if (inner >= j_row.trips())
            continue;
        int j = j_row[inner];
        if (i + j == n)
            a[j] = i;
    }
}

// newer_clauses.c:38: target parallel for map(tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
// spread over several blocks: the loop cannot observe which threads are one team
extern "C" __global__ void __launch_bounds__(256)
rows_2(int *a, int n)
{
    for (long i : romp::league_for(romp::until<long>(7, 7)))
        a[i] = 0;
}

// newer_clauses.c:46: target parallel map(tofrom: x)
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
objects_1(int *x_dev, romp::team_slices task_memory)
{
    int &x = *x_dev;
    romp::block_is<1024>();
    romp::start_tasks(task_memory);
    romp::begin_tasks();
    if (romp::thread() == 0) {
        struct omp_depend_t e[2];
        romp::set_depobj(&e[1], romp::out(&x));
        romp::task(romp::clauses(romp::of_depobj(&e[1])), [=, &x]() {
            x = 7;
        });
        romp::taskwait();
    }
    romp::end_tasks();
    romp::release_tasks_together(task_memory);
}
