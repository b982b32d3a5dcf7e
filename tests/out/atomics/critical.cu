// Device code of critical.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

ROMP_COMMON romp::queue_lock romp_critical;
ROMP_COMMON romp::queue_lock romp_critical_best;

struct omp_lock_t {
    alignas(4) unsigned char _x[4];
};
static_assert(sizeof(struct omp_lock_t) == 4, "layout");

struct best {
    double value;
    int where;
};
static_assert(sizeof(struct best) == 16 && offsetof(struct best, where) == 8, "layout");

// critical.c:8: target teams distribute parallel for map(to: a[0:n]) map(tofrom: best[0:1], visits[0:1])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
maximum_1(const double *a, struct best *best, int *visits, int n)
{
    for (int i : romp::league_for(0, n)) {
        if (a[i] > best->value) {
            /* Somebody else may have been here. */
            for (romp::brief_critical section(romp_critical_best); section.pending();)
                if (section.enter()) {
                    if (a[i] > best->value) {
                        best->value = a[i];
                        best->where = i;
                    }
                }
        }
        for (romp::brief_critical section(romp_critical); section.pending();)
            if (section.enter()) {
                ++*visits;
            }
    }
}

// critical.c:27: target teams distribute parallel for map(to: key[0:n]) map(tofrom: count[0:m], locks[0:m])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
buckets_1(const int *key, int *count, struct omp_lock_t *locks, int n, int m)
{
    for (int i : romp::league_for(0, n)) {
        romp::parallel::omp_set_lock(&locks[key[i] % m]);
        count[key[i] % m]++;
        romp::parallel::omp_unset_lock(&locks[key[i] % m]);
    }
}
