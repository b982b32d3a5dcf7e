/* Critical sections and locks. */
#include <omp.h>

struct best { double value; int where; };

void maximum(int n, const double *a, struct best *best, int *visits)
{
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: best[0:1], visits[0:1])
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
    #pragma omp target teams distribute parallel for map(to: key[0:n]) map(tofrom: count[0:m], locks[0:m])
    for (int i = 0; i < n; i++) {
        omp_set_lock(&locks[key[i] % m]);
        count[key[i] % m]++;
        omp_unset_lock(&locks[key[i] % m]);
    }
}
