/* Every thread of a target parallel region runs the block. */
#include "../test.h"

int main(void)
{
    int hits[64] = {0}, counted = 0;

    #pragma omp target parallel num_threads(64) map(tofrom: hits, counted)
    {
        int me = omp_get_thread_num();
        hits[me] = me + 1;
        if (me == 0)
            counted = omp_get_num_threads();
    }
    int sum = 0;
    for (int i = 0; i < 64; i++) {
        CHECK(hits[i] == (i < counted ? i + 1 : 0));
        sum += hits[i] != 0;
    }
    CHECK(sum == counted);
    CHECK(counted >= 1 && counted <= 64);
    return test_end();
}
