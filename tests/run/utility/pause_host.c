// Pausing the initial device ends the host's threads and their threadprivate variables (5.2, 18.6); it is the host
// library's work.
#include "../test.h"

int mine = 128;
#pragma omp threadprivate(mine)

static int wrong(int base)
{
    int count = 0;
#pragma omp parallel num_threads(4)
    mine = omp_get_thread_num() + base;
#pragma omp parallel num_threads(4) reduction(+ : count)
    count += mine != omp_get_thread_num() + base;
    return count;
}

/* Threads beside the initial one whose variable is not what a new thread's is. */
static int old(void)
{
    int count = 0;
#pragma omp parallel num_threads(4) reduction(+ : count)
    count += omp_get_thread_num() != 0 && mine != 128;
    return count;
}

int main(void)
{
    omp_set_dynamic(0);
    CHECK(wrong(256) == 0);
    CHECK(omp_pause_resource(omp_pause_soft, omp_get_initial_device()) == 0);
    CHECK(old() == 0);
    CHECK(wrong(384) == 0);
    CHECK(omp_pause_resource_all(omp_pause_hard) == 0);
    CHECK(old() == 0);
    CHECK(omp_pause_resource(omp_pause_soft, omp_get_num_devices() + 7) != 0);
    return test_end();
}
