/* long, long long, size_t, ptrdiff_t and the fixed-width types. */
#include "../test.h"
#include <stddef.h>
#include <stdint.h>

int main(void)
{
    enum { n = 200 };
    int a[6][n];
    memset(a, 0, sizeof a);
    long big = 5000000000L;

    #pragma omp target teams distribute parallel for
    for (long i = big; i < big + n; i++)
        a[0][i - big] = (int)(i % 1000);
    #pragma omp target teams distribute parallel for
    for (long long i = -big; i > -big - n; i--)
        a[1][-big - i] = (int)(-i % 1000);
    #pragma omp target teams distribute parallel for
    for (size_t i = 0; i < sizeof a[0] / sizeof a[0][0]; i++)
        a[2][i] = (int)i;
    #pragma omp target teams distribute parallel for
    for (ptrdiff_t i = n - 1; i >= 0; i--)
        a[3][i] = (int)-i;
    #pragma omp target teams distribute parallel for
    for (uint64_t i = UINT64_MAX - n; i < UINT64_MAX; i++)
        a[4][i - (UINT64_MAX - n)] = (int)(i & 0xff);
    #pragma omp target teams distribute parallel for
    for (int64_t i = INT64_MIN; i < INT64_MIN + n; i++)
        a[5][i - INT64_MIN] = (int)(i & 0xff);

    for (int i = 0; i < n; i++) {
        CHECK(a[0][i] == i % 1000);
        CHECK(a[1][i] == i % 1000);
        CHECK(a[2][i] == i);
        CHECK(a[3][i] == -i);
        CHECK(a[4][i] == (int)((UINT64_MAX - n + (uint64_t)i) & 0xff));
        CHECK(a[5][i] == (i & 0xff));
    }
    return test_end();
}
