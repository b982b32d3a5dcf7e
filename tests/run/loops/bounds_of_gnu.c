// host: skip
/* Affine bounds that gcc does not take in a collapsed nest, or that end it: the host's version has none. */
#include "../test.h"

#define NEST(DIRECTIVE, LO, HI, DECLARED)                                                                      \
    do {                                                                                                       \
        int n = 7, k = 2, sum = 0, trips = 0, expected = 0, expected_trips = 0;                                \
        DIRECTIVE                                                                                              \
        for (int i = 0; i < n; i++)                                                                            \
            for (DECLARED = LO; j < HI; j++) {                                                                 \
                sum += (i + 1) * (j + 40);                                                                     \
                trips++;                                                                                       \
            }                                                                                                  \
        for (int i = 0; i < n; i++)                                                                            \
            for (int j = LO; j < HI; j++) {                                                                    \
                expected += (i + 1) * (j + 40);                                                                \
                expected_trips++;                                                                              \
            }                                                                                                  \
        CHECK(sum == expected && trips == expected_trips);                                                     \
        (void)k;                                                                                               \
    } while (0)
#define PRAGMA(words) _Pragma(#words)
#define COMBINED                                                                                               \
    PRAGMA(omp target teams distribute parallel for collapse(2) map(tofrom: sum, trips) reduction(+: sum, trips))
#define SEPARATE                                                                                               \
    PRAGMA(omp target map(tofrom: sum, trips))                                                                 \
    PRAGMA(omp parallel for collapse(2) reduction(+: sum, trips) num_threads(5))

static void three_loops(void)
{
    int sum = 0, expected = 0, n = 5;
    int j, k;
    #pragma omp target parallel for collapse(3) map(tofrom: sum) reduction(+: sum)
    for (int i = 0; i < n; i++)
        for (j = -i; j <= n; j++)
            for (k = -2 * (i + 1); k < n - i - i; k++)
                sum += 100 * i + 10 * j + k;
    for (int i = 0; i < n; i++)
        for (j = -i; j <= n; j++)
            for (k = -2 * (i + 1); k < n - i - i; k++)
                expected += 100 * i + 10 * j + k;
    CHECK(sum == expected);
}

int main(void)
{
    int j = -77;
    NEST(COMBINED, -i, n, int j);
    NEST(COMBINED, -i, -i, int j);
    NEST(COMBINED, 2 * (i + 1), 3 * n, int j);
    NEST(COMBINED, i + i, 3 * n, int j);
    NEST(COMBINED, i + 1 + 1, 3 * n, int j);
    NEST(COMBINED, k * i + n, 5 * n, int j);
    NEST(COMBINED, 2 * k * i, n * i + 1, j);
    NEST(COMBINED, -(i - 1), i * k * 2, j);
    NEST(SEPARATE, -i, n, int j);
    NEST(SEPARATE, -i, k * i, j);
    NEST(SEPARATE, i * k, n * k + i - k, j);
    three_loops();
    return test_end();
}
