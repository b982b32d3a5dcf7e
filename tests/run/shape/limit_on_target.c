/* thread_limit may stand on target itself. */
#include "../test.h"

int main(void)
{
    int threads = 0, most = 0;
    #pragma omp target thread_limit(48) map(from: most)
    most = omp_get_thread_limit();

    #pragma omp target parallel thread_limit(48) map(from: threads)
    if (omp_get_thread_num() == 0)
        threads = omp_get_num_threads();

    CHECK(most >= 1);
    CHECK(threads >= 1);
    if (on_device())
        CHECK(most <= 48 && threads <= 48);
    return test_end();
}
