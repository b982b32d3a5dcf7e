/* Bounds next to the ends of int and unsigned, where a careless trip count overflows. */
#include "../test.h"
#include <limits.h>

int main(void)
{
    enum { n = 100 };
    int a[6][n];
    memset(a, 0, sizeof a);
    int top = INT_MAX, bottom = INT_MIN;
    unsigned utop = UINT_MAX;

    #pragma omp target teams distribute parallel for
    for (int i = top - n; i < top; i++)
        a[0][i - (top - n)] += 1;
    #pragma omp target teams distribute parallel for
    for (int i = bottom + n - 1; i > bottom; i--)
        a[1][i - bottom] += 1;
    #pragma omp target teams distribute parallel for
    for (int i = bottom; i < bottom + n; i += 3)
        a[2][i - bottom] += 1;
    #pragma omp target teams distribute parallel for
    for (unsigned i = utop - n; i < utop; i++)
        a[3][i - (utop - n)] += 1;
    #pragma omp target parallel for
    for (int i = bottom; i < -500000000; i += 500000000)
        a[4][(i - (long)bottom) / 500000000] += 1;
    #pragma omp target parallel for
    for (unsigned i = 0; i < 3800000000u; i += 400000000u)
        a[5][i / 400000000u] += 1;

    int sums[6] = {0};
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < n; i++) {
            CHECK(a[k][i] == 0 || a[k][i] == 1);
            sums[k] += a[k][i];
        }
    for (int k = 0; k < 6; k++)
        printf("%d\n", sums[k]);
    CHECK(sums[0] == n && sums[1] == n - 1 && sums[2] == 34 && sums[3] == n && sums[4] == 4 && sums[5] == 10);
    return test_end();
}
