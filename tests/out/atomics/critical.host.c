/* Critical sections and locks. */
#include "romp.h"
#include <omp.h>

struct best { double value; int where; };

void maximum(int n, const double *a, struct best *best, int *visits)
{
    /* target teams distribute parallel for map(to: a[0:n]) map(tofrom: best[0:1], visits[0:1]) */
    ROMP_TARGET("critical.c:8", maximum_1,
        romp_block(128), romp_iterations(n), romp_to(a, 0, n), romp_tofrom(best, 0, 1),
        romp_tofrom(visits, 0, 1), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        if (a[i] > best->value) {
            /* Somebody else may have been here. */
            #pragma omp critical(best)
            {
                if (a[i] > best->value) {
                    best->value = a[i];
                    best->where = i;
                }
            }
        }
        #pragma omp critical
        ++*visits;
    }
}

void buckets(int n, const int *key, int *count, omp_lock_t *locks, int m)
{
    /* target teams distribute parallel for map(to: key[0:n]) map(tofrom: count[0:m], locks[0:m]) */
    ROMP_TARGET("critical.c:27", buckets_1,
        romp_block(128), romp_iterations(n), romp_to(key, 0, n), romp_tofrom(count, 0, m),
        romp_tofrom(locks, 0, m), romp_value(n), romp_value(m))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        omp_set_lock(&locks[key[i] % m]);
        count[key[i] % m]++;
        omp_unset_lock(&locks[key[i] % m]);
    }
}
