/* The query functions inside a single-thread region. */
#include "../test.h"

int main(void)
{
    int q[8];
    #pragma omp target map(from: q)
    {
        q[0] = omp_get_thread_num();
        q[1] = omp_get_num_threads();
        q[2] = omp_get_team_num();
        q[3] = omp_get_num_teams();
        q[4] = omp_in_parallel();
        q[5] = omp_get_level();
        q[6] = omp_get_active_level();
        q[7] = omp_get_max_threads() >= 1;
    }
    static const int want[8] = {0, 1, 0, 1, 0, 0, 0, 1};
    for (int i = 0; i < 8; i++) {
        printf("%d ", q[i]);
        CHECK(q[i] == want[i]);
    }
    puts("");
    CHECK(omp_is_initial_device());
    return test_end();
}
