/* Chunks are counted in iterations, whatever the loop's direction and step. */
#include "../test.h"

int main(void)
{
    static int owner[400], threads;
    memset(owner, -1, sizeof owner);

    #pragma omp target parallel for num_threads(16) schedule(static, 5) map(tofrom: owner, threads)
    for (int i = 399; i >= 0; i -= 3) {
        owner[i] = omp_get_thread_num();
        if (i == 399)
            threads = omp_get_num_threads();
    }
    for (int i = 399, k = 0; i >= 0; i -= 3, k++)
        CHECK(owner[i] == k / 5 % threads);
    for (int i = 0; i < 400; i++)
        if (i % 3)
            CHECK(owner[i] == -1);
    return test_end();
}
