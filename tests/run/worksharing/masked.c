/* masked and master: the first thread, or the one that filter names; no barrier. */
#include "../test.h"

static void check(int threads)
{
    int first = -1, third = -1, named = -1, times = 0, which = threads - 1, old = 0;

    #pragma omp target parallel num_threads(threads) map(tofrom: first, third, named, times, old)
    {
        #pragma omp masked
        {
            first = omp_get_thread_num();
            times++;
        }
        #pragma omp masked filter(3)
        third = omp_get_thread_num();
        #pragma omp masked filter(which)
        {
            int me = omp_get_thread_num();
            named = me;
        }
        #pragma omp master
        old = 1 + omp_get_thread_num();
        #pragma omp barrier
        #pragma omp masked filter(which - threads)
        times = -100;
    }
    CHECK(first == 0 && times == 1);
    CHECK(third == (threads > 3 ? 3 : -1));
    CHECK(named == threads - 1);
    CHECK(old == 1);
}

int main(void)
{
    int counts[] = {1, 5, 32, 33, 95, 992};
    for (int i = 0; i < 6; i++)
        check(counts[i]);

    int combined = 0, outside = 0;
    #pragma omp target map(tofrom: combined)
    {
        #pragma omp parallel masked num_threads(40)
        combined += 1 + omp_get_thread_num();
        #pragma omp parallel master num_threads(40)
        combined += 10 + omp_get_thread_num();
    }
    CHECK(combined == 11);
    #pragma omp target map(tofrom: outside)
    {
        #pragma omp masked
        outside++;
        #pragma omp masked filter(0)
        {
            outside += 2;
        }
    }
    CHECK(outside == 3);
    return test_end();
}
