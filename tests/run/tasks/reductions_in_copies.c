/* A `taskloop` that reduces a section of which a thread of the region has a copy. */
#include "../test.h"

int main(void)
{
    int all[8] = { 0 }, *r = all, sum = 0, *s = &sum;
    #pragma omp target map(tofrom: r[:8])
    #pragma omp parallel masked reduction(+: r[0:8])
    #pragma omp taskloop reduction(+: r[0:8])
    for (int i = 0; i < 1000; i++)
        r[i % 8] += i;
    for (int i = 0; i < 8; i++) {
        int host = 0;
        for (int n = i; n < 1000; n += 8)
            host += n;
        CHECK(r[i] == host);
    }
    #pragma omp target parallel map(tofrom: s[:1]) reduction(+: s[:1])
    #pragma omp single
    #pragma omp taskloop reduction(+: s[:1])
    for (int i = 0; i < 100; i++)
        s[0] += i;
    CHECK(sum == 4950);
    return test_end();
}
