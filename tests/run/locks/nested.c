/* omp_nest_lock_t: its owner may set it again. */
#include "../test.h"

#define N 132

#pragma omp declare target
static void descend(omp_nest_lock_t *lock, int *sum, int depth)
{
    omp_set_nest_lock(lock);
    *sum += 1;
    if (depth > 1)
        descend(lock, sum, depth - 1);
    omp_unset_nest_lock(lock);
}
#pragma omp end declare target

int main(void)
{
    omp_nest_lock_t lock;
    omp_init_nest_lock(&lock);
    int sum = 0, counts = 0;
    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) map(tofrom: lock, sum, counts)
    for (int i = 0; i < N; i++) {
        descend(&lock, &sum, 3);
        int count;
        while (!(count = omp_test_nest_lock(&lock))) {
        }
        int again = omp_test_nest_lock(&lock);
        if (count == 1 && again == 2)
            counts++;
        omp_unset_nest_lock(&lock);
        omp_unset_nest_lock(&lock);
    }
    CHECK(sum == 3 * N && counts == N);
    CHECK(omp_test_nest_lock(&lock) == 1);
    omp_unset_nest_lock(&lock);
    omp_destroy_nest_lock(&lock);

    int made = 0;
    #pragma omp target map(tofrom: made)
    {
        omp_nest_lock_t own;
        omp_init_nest_lock(&own);
        omp_set_nest_lock(&own);
        made = omp_test_nest_lock(&own);
        omp_unset_nest_lock(&own);
        omp_unset_nest_lock(&own);
        omp_destroy_nest_lock(&own);
    }
    CHECK(made == 2);
    return test_end();
}
