#include "../test.h"

int main(void)
{
    int level = 0, active = 0, in = 0, threads = 0, ancestor = -1, size = 0;
    #pragma omp target parallel num_threads(8) map(tofrom: level, active, in, threads, ancestor, size)
    if (omp_get_thread_num() == 0) {
        level = omp_get_level();
        active = omp_get_active_level();
        in = omp_in_parallel();
        threads = omp_get_num_threads();
        ancestor = omp_get_ancestor_thread_num(1);
        size = omp_get_team_size(1);
    }
    CHECK(level == 1);
    CHECK(active == (threads > 1));
    CHECK(in == (threads > 1));
    CHECK(ancestor == 0);
    CHECK(size == threads);
    return test_end();
}
