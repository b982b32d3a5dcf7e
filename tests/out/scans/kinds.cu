// Device code of kinds.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

/* Loops with `scan`, as kernels. */
struct line {
    double factor;
    double shift;
};
static_assert(sizeof(struct line) == 16 && offsetof(struct line, shift) == 8, "layout");

static inline __device__ void then(struct line *a, const struct line *b)
{
    a->shift = a->shift * b->factor + b->shift;
    a->factor *= b->factor;
}

// kinds.c:16: target parallel for map(to: a[0:n]) map(from: b[0:n]) reduction(inscan, +: sum)
// SPMD, 512 threads a team
// spread over several blocks: the loop cannot observe which threads are one team
// one scan over all teams: each tile looks back for what came before it
extern "C" __global__ void __launch_bounds__(512)
prefix_1(const double *a, double *b, double *sum_dev, int n, void *scratch)
{
    double &sum = *sum_dev;
    romp::inclusive_scan_league(scratch, romp::below<int>(0, n), romp::plus(sum),
        [&](int i, double &sum_private) {
            sum_private = 0;
            sum_private += a[i];  // its own value
        },
        [&](int i, double &sum_private) {
            b[i] = sum_private;
        });
}

// kinds.c:30: target teams distribute parallel for simd map(to: f[0:n]) map(from: g[0:n], highest[0:n]) reduction(inscan, then: all) reduction(inscan, max: most)
// SPMD, 512 threads a team
// one scan over all teams: each tile looks back for what came before it
extern "C" __global__ void __launch_bounds__(512)
composed_1(
    const struct line *f,
    struct line *g,
    int *highest,
    struct line *all_dev,
    int *most_dev,
    int n,
    void *scratch)
{
    struct line &all = *all_dev;
    int &most = *most_dev;
    romp::exclusive_scan_league(scratch, romp::below<int>(0, n),
        romp::together(romp::by(all, [](struct line &omp_out, struct line &omp_in) { then(&omp_out, &omp_in); }),
            romp::maximum(most)),
        [&](int i, struct line &all_private, int &most_private) {
            all_private = (struct line){1, 0};
            most_private = romp::lowest<int>;
            all_private = f[i];
            if (f[i].shift > most_private)
                most_private = f[i].shift;
        },
        [&](int i, struct line &all_private, int &most_private) {
            g[i] = all_private;
            highest[i] = most_private;
        });
}

// kinds.c:45: target map(to: keep[0:n]) map(from: where[0:n]) map(tofrom: count[0:1])
// SPMD, up to 256 threads a team, one team
extern "C" __global__ void __launch_bounds__(256)
positions_1(const int *keep, int *where, int *count, int n, int rows)
{
    romp::block_is<256>();
    for (int i : romp::team_stream(0, n))
        where[i] = -1;
    romp::team_barrier();
    if (romp::thread() == 0) {
        count[0] = rows;
    }
}

// kinds.c:55: target map(to: keep[0:n]) map(from: where[0:n]) map(tofrom: place, last)
// SPMD, up to 256 threads a team, one team
extern "C" __global__ void __launch_bounds__(256)
positions_2(const int *keep, int *where, int *place_dev, int *last_dev, int n, int rows)
{
    int &place = *place_dev;
    int &last = *last_dev;
    romp::block_is<256>();
    const auto i_range = romp::below<int>(0, rows);
    const auto j_range = romp::below<int>(0, n / rows);
    const auto trips = (unsigned long long)i_range.trips() * j_range.trips();
    romp::inclusive_scan(trips, romp::plus(place),
        [&](auto trip, int &place_private) {
            const auto [outer, inner] = romp::split(trip, j_range.trips());
            int j = j_range[inner];
            int i = i_range[outer];
            place_private = 0;
            int k = i * (n / rows) + j;
            place_private += keep[k] != 0;
        },
        [&](auto trip, int &place_private) {
            const auto [outer2, inner2] = romp::split(trip, j_range.trips());
            int j = j_range[inner2];
            int i = i_range[outer2];
            int last_private;
            last_private = i * (n / rows) + j;
            where[last_private] = place_private - 1;
            if (trip + 1 == trips) {
                last = last_private;
            }
        });
}

// kinds.c:72: target simd map(to: a[0:n]) map(from: b[0:n]) reduction(inscan, +: sum)
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
running_1(const int *a, int *b, int *sum_dev, int n)
{
    int &sum = *sum_dev;
    romp::exclusive_scan(romp::one_thread(), romp::below<int>(0, n, 2), romp::plus(sum),
        [&](int i, int &sum_private) {
            sum_private = 0;
            sum_private += a[i];
        },
        [&](int i, int &sum_private) {
            b[i] = sum_private;
        });
}
