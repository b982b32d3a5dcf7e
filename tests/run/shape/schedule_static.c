/* schedule(static) without chunk: thread t gets one contiguous block, in order of t. */
#include "../test.h"

int main(void)
{
    enum { n = 100 };
    int owner[n], threads = 0;

    #pragma omp target parallel for num_threads(33) schedule(static) map(from: owner) map(tofrom: threads)
    for (int i = 0; i < n; i++) {
        owner[i] = omp_get_thread_num();
        if (i == 0)
            threads = omp_get_num_threads();
    }
    CHECK(owner[0] == 0);
    int blocks[33] = {0};
    for (int i = 0; i < n; i++) {
        CHECK(owner[i] >= 0 && owner[i] < threads);
        if (i > 0)
            CHECK(owner[i] >= owner[i - 1]);
        blocks[owner[i]]++;
    }
    for (int t = 0; t < threads; t++)
        CHECK(blocks[t] <= (n + threads - 1) / threads);
    return test_end();
}
