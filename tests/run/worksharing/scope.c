/* scope: copies of its own for every thread, and a barrier; explicit barriers in loops and branches. */
#include "../test.h"

enum { most = 992 };

static void check(int threads)
{
    int a[most], b[most], x = 5, bad = 0;

    #pragma omp target parallel num_threads(threads) map(from: a, b) map(tofrom: x, bad)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        #pragma omp scope private(x)
        {
            x = me;
            a[me] = x;
        }
        b[me] = a[(me + 1) % all];
        #pragma omp scope nowait
        {
            int y = a[me];
            if (y != me)
                bad = 1;
        }
    }
    CHECK(x == 5 && bad == 0);
    for (int i = 0; i < threads; i++)
        CHECK(a[i] == i && b[i] == (i + 1) % threads);
}

int main(void)
{
    int counts[] = {1, 5, 32, 33, 95, 992};
    for (int i = 0; i < 6; i++)
        check(counts[i]);
    return test_end();
}
