// Teams update one variable; some take no lock.
#include <omp.h>
int main(void)
{
    int count = 0;
    omp_lock_t lock;
#pragma omp target enter data map(alloc: lock)
#pragma omp target
    omp_init_lock(&lock);
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(8) map(tofrom: count)
    for (int i = 0; i < 64; i++) {
#ifndef ORDERED
        if (i % 2) {
            count++; // RACE
            continue;
        }
#endif
        omp_set_lock(&lock);
        count++; // RACE
        omp_unset_lock(&lock);
    }
#pragma omp target exit data map(delete: lock)
    return count < 1;
}
