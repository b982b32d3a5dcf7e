/* num_threads(n): exactly n threads where the device has them, each with its own number. */
#include "../test.h"

static void check(int asked)
{
    enum { most = 1024 };
    static int seen[most], count[most];
    memset(seen, 0, sizeof seen);
    memset(count, 0, sizeof count);

    #pragma omp target parallel num_threads(asked) map(tofrom: seen, count)
    {
        int me = omp_get_thread_num();
        seen[me] += 1;
        count[me] = omp_get_num_threads();
    }
    int threads = count[0];
    CHECK(threads >= 1 && threads <= asked);
    if (on_device())
        CHECK(threads == asked);
    for (int i = 0; i < most; i++) {
        CHECK(seen[i] == (i < threads));
        CHECK(count[i] == (i < threads ? threads : 0));
    }
}

int main(void)
{
    check(1);
    check(5);
    check(31);
    check(32);
    check(33);
    check(95);
    check(96);
    check(992);
    return test_end();
}
