/* thread_limit bounds the threads of every team. */
#include "../test.h"

static void check(int limit)
{
    enum { n = 4000 };
    static int thread[n], threads[n];
    for (int i = 0; i < n; i++)
        thread[i] = threads[i] = -1;

    #pragma omp target teams distribute parallel for num_teams(2) thread_limit(limit) map(tofrom: thread, threads)
    for (int i = 0; i < n; i++) {
        thread[i] = omp_get_thread_num();
        threads[i] = omp_get_num_threads();
    }
    for (int i = 0; i < n; i++) {
        CHECK(threads[i] >= 1 && threads[i] <= limit);
        CHECK(thread[i] >= 0 && thread[i] < threads[i]);
    }
}

int main(void)
{
    check(1);
    check(33);
    check(96);
    check(1000);
    return test_end();
}
