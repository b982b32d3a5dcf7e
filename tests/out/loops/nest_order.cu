// Device code of nest_order.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// nest_order.c:4: target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(tofrom: b[0:n * m])
// SPMD, 128 or 256 threads a team
// nest_order.c:4: neighbouring threads execute neighbouring iterations of `i`: they access neighbouring memory
static __device__ __forceinline__ void
columns_1_code(const float *a, float *b, int n, int m, romp::grid_part part)
{
    for (int j : romp::along_y(part, 0, m))
        for (int i : romp::along_x(part, 0, n))
            for (int k = 0; k < 4; k++)
                b[j * n + i] += a[(j + k) % m * n + i];
}

extern "C" __global__ void __launch_bounds__(256)
columns_1(const float *a, float *b, int n, int m, romp::grid_part part)
{
    columns_1_code(a, b, n, m, part);
}

// columns_1 in launches whose pointers lead to separate list items
extern "C" __global__ void __launch_bounds__(256)
columns_1_apart(
    const float *__restrict__ a,
    float *__restrict__ b,
    int n,
    int m,
    romp::grid_part part)
{
    columns_1_code(a, b, n, m, part);
}

// nest_order.c:14: target teams distribute parallel for collapse(2) reduction(+: sum) map(to: a[0:n * m])
// SPMD, 256 threads a team
// nest_order.c:14: neighbouring threads execute neighbouring iterations of `i`: they access neighbouring memory
extern "C" __global__ void __launch_bounds__(256)
sum_of_columns_1(const float *a, float *sum_dev, int n, int m, void *scratch)
{
    float &sum = *sum_dev;
    float sum_private = 0;
    for (auto [j, i] : romp::league_nest_stream(romp::below<int>(0, m), romp::below<int>(0, n))) {
        sum_private += a[j * n + i];
    }
    romp::reduce_league(scratch, romp::plus(sum, sum_private));
}

// nest_order.c:24: target teams distribute parallel for collapse(2) map(tofrom: of_structs[0:3 * n])
// SPMD, 128 or 256 threads a team
// nest_order.c:24: neighbouring threads execute neighbouring iterations of `i`: `c` has only 3
extern "C" __global__ void __launch_bounds__(256)
parts_1(float *of_structs, int n, romp::grid_part part)
{
    for (auto [c, i] : romp::several_along_y(part, romp::below<int>(0, 3), romp::below<int>(0, n))) {
        of_structs[c * n + i] *= 2;
    }
}

// nest_order.c:28: target teams distribute parallel for collapse(2) map(tofrom: structs_of[0:3 * n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
parts_2(float *structs_of, int n, romp::grid_part part)
{
    for (auto [i, c] : romp::several_along_y(part, romp::below<int>(0, n), romp::below<int>(0, 3))) {
        structs_of[3 * i + c] *= 2;
    }
}

// nest_order.c:37: target teams distribute parallel for collapse(2) schedule(static) map(to: a[0:n * m]) map(from: b[0:n * m])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
as_written_1(const float *a, float *b, int n, int m, romp::grid_part part)
{
    for (auto [i, j] : romp::several_along_y(part, romp::below<int>(0, n), romp::below<int>(0, m))) {
        b[j * n + i] = a[j * n + i];
    }
}

// nest_order.c:43: target teams distribute parallel for collapse(2) lastprivate(last) map(to: a[0:n * m]) map(from: b[0:n * m])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
as_written_2(const float *a, float *b, int *last_dev, int n, int m)
{
    int &last = *last_dev;
    const auto i_range = romp::below<int>(0, n);
    const auto j_range = romp::below<int>(0, m);
    const auto trips = (unsigned long long)i_range.trips() * j_range.trips();
    for (auto trip : romp::league_for(trips)) {
        const auto [outer, inner] = romp::split(trip, j_range.trips());
        int j = j_range[inner];
        int i = i_range[outer];
        int last_private;
        b[j * n + i] = a[j * n + i];
        last_private = i + j;
        if (trip + 1 == trips) {
            last = last_private;
        }
    }
}

// nest_order.c:55: target teams distribute num_teams(8) map(tofrom: b[0:n * m * l])
// SPMD, 128 threads a team
// nest_order.c:57: neighbouring threads execute neighbouring iterations of `i`: they access neighbouring memory
extern "C" __global__ void __launch_bounds__(128)
in_teams_1(double *b, int n, int m, int l)
{
    romp::block_is<128>();
    for (int k : romp::teams_for(0, l)) {
        for (auto [j, i] : romp::team_nest(romp::below<int>(0, m), romp::below<int>(0, n))) {
            b[(k * m + j) * n + i] *= 2;
        }
        romp::team_barrier();
    }
}

struct turn_1_shared {
    double tile[16][17];
};
static_assert(sizeof(turn_1_shared) == 2176, "memory is planned for this size: translate again, or check that it suffices");

// nest_order.c:66: target teams distribute map(to: from[0:n * 16]) map(from: to[0:n * 16])
// SPMD, 128 threads a team, 2176 bytes of shared memory
// nest_order.c:73: neighbouring threads execute neighbouring iterations of `j`: they access neighbouring memory
extern "C" __global__ void __launch_bounds__(128)
turn_1(const double *__restrict__ from, double *to, int n)
{
    turn_1_shared &shared = romp::static_shared<turn_1_shared>();
    romp::block_is<128>();
    for (int first : romp::teams_for(romp::below<int>(0, n, 16))) {
        const auto i_range = romp::below<int>(0, 16);
        const auto j_range = romp::below<int>(0, 16);
        const auto trips = (unsigned)(i_range.trips() * j_range.trips());
        for (auto trip : romp::team_stream(trips)) {
            const auto [outer, inner] = romp::split(trip, j_range.trips());
            int j = j_range[inner];
            int i = i_range[outer];
            shared.tile[j][i] = from[(first + i) * 16 + j];
        }
        romp::team_barrier();
        {
            const auto i_range = romp::below<int>(0, 16);
            const auto j_range = romp::below<int>(0, 16);
            const auto trips = (unsigned)(i_range.trips() * j_range.trips());
            for (auto trip : romp::team_stream(trips)) {
                const auto [outer, inner] = romp::split(trip, j_range.trips());
                int j = j_range[inner];
                int i = i_range[outer];
                to[(first + i) * 16 + j] = shared.tile[j][i];
            }
        }
        romp::team_barrier();
    }
}
