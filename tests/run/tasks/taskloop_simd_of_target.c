// host: skip
/* `taskloop simd` in one construct with `target`, and a loop variable of the host, which nothing else in the region uses. */
#include "../test.h"

int main(void)
{
    int i = -1, j = -1, a[100] = { 0 };
    double last = 1;
    #pragma omp target parallel masked taskloop simd lastprivate(last) map(from: a)
    for (i = 0; i < 100; ++i) {
        a[i] = 3 * i;
        last = i;
    }
    CHECK(a[99] == 297);
    CHECK(last == 99);
    #pragma omp target parallel master taskloop simd map(tofrom: a)
    for (i = 0; i < 100; ++i)
        a[i] += i;
    CHECK(a[99] == 396);
    #pragma omp target parallel masked taskloop simd linear(j) map(tofrom: a)
    for (j = 0; j < 100; ++j)
        a[j] -= j;
    CHECK(a[99] == 297);
    CHECK(j == 100);
    return test_end();
}
