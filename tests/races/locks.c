// Two locks where one is meant.
#include <omp.h>
int main(void)
{
    int sum = 0;
    omp_lock_t lock[2];
    omp_init_lock(&lock[0]);
    omp_init_lock(&lock[1]);
#pragma omp target parallel num_threads(20) map(tofrom: sum, lock)
    {
        int me = omp_get_thread_num();
#ifdef ORDERED
        me = 0;
#endif
        omp_set_lock(&lock[me % 2]);
        sum += 1; // RACE
        omp_unset_lock(&lock[me % 2]);
    }
    return sum < 0;
}
