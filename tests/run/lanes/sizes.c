/* Groups of every width, teams of every size: partial warps, teams smaller than a group, one thread. */
#include "../test.h"

enum { rows = 70, columns = 100 };
static int a[rows][columns];
static long sum[rows];

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ROUND(threads, width)                                                                          \
    do {                                                                                               \
        for (int i = 0; i < rows; i++)                                                                 \
            sum[i] = -1;                                                                               \
        PRAGMA(omp target teams distribute parallel for num_threads(threads) map(to: a) map(tofrom: sum)) \
        for (int i = 0; i < rows; i++) {                                                               \
            long s = i;                                                                                \
            PRAGMA(omp simd reduction(+: s) simdlen(width))                                            \
            for (int j = 0; j < columns; j++)                                                          \
                s += a[i][j];                                                                          \
            sum[i] = s;                                                                                \
        }                                                                                              \
        for (int i = 0; i < rows; i++)                                                                 \
            CHECK(sum[i] == expected[i]);                                                              \
    } while (0)

int main(void)
{
    long expected[rows];
    for (int i = 0; i < rows; i++) {
        expected[i] = i;
        for (int j = 0; j < columns; j++)
            expected[i] += a[i][j] = i * j % 13;
    }
    ROUND(1, 8);
    ROUND(2, 2);
    ROUND(5, 8);
    ROUND(7, 4);
    ROUND(31, 32);
    ROUND(32, 32);
    ROUND(33, 32);
    ROUND(33, 16);
    ROUND(95, 8);
    ROUND(96, 3);
    ROUND(100, 64);
    ROUND(992, 32);
    ROUND(1024, 2);
    for (int threads = 1; threads < 80; threads += 13)
        ROUND(threads, 4);
    return test_end();
}
