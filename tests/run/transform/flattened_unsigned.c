/* Tiles whose ends are differences of unsigned numbers, which wrap, and tiles that may be far longer than the range. */
#include "../test.h"
#include <limits.h>

int main(void)
{
    static int hit[2000];
    unsigned n = 0, low = UINT_MAX - 1000, high = UINT_MAX - 100;
#pragma omp target teams distribute map(tofrom: hit)
    for (unsigned b = low; b < high; b += 1000) {
        unsigned e = (b + 32 < n ? b + 32 : n) - 1;
#pragma omp parallel for
        for (unsigned i = b; i < e; i++)
            hit[i - low] += 1;
    }
    int count = 0;
    for (int i = 0; i < 2000; i++)
        count += hit[i];
    CHECK(count == 1000);

    long m = 8, wide = 1L << 62;
    int sum[8] = { 0 };
#pragma omp target teams distribute map(tofrom: sum)
    for (long b = 0; b < m; b++) {
        long e = b + wide < m ? b + wide : m;
#pragma omp parallel for
        for (long i = b; i < e; i++) {
#pragma omp atomic
            sum[i]++;
        }
    }
    for (int i = 0; i < 8; i++)
        CHECK(sum[i] == i + 1);
    return test_end();
}
