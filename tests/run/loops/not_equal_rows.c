// host: skip (gcc 12 counts too few iterations of such nests)
/* Non-rectangular nests with `!=` in a loop whose bounds depend on another one. */
#include "../test.h"

static int hits[40][40];

int main(void)
{
    long c = 0, w = 0;
    int n = 9;
    #pragma omp target teams distribute parallel for collapse(2) reduction(+: c)
    for (int j = 0; j < n; j++)
        for (int k = 2 * j + 3; k != 2 * j + 10; k++)
            c += j * k;
    for (int j = 0; j < n; j++)
        for (int k = 2 * j + 3; k != 2 * j + 10; k++)
            w += j * k;
    CHECK(c == w);
    #pragma omp target parallel for collapse(2) map(tofrom: hits)
    for (int i = 0; i < 40; i++)
        for (long j = 39; j != i - 1; --j)
            hits[i][j]++;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            CHECK(hits[i][j] == (j >= i));
    /* Rows without iterations, and loops without rows. */
    for (int rows = 0; rows <= 5; rows += 5) {
        long short_rows = 0;
        int k;
        #pragma omp target teams distribute parallel for collapse(3) reduction(+: short_rows)
        for (signed char i = 0; i < rows; i++)
            for (int j = i; j < 3; j++)
                for (k = j; k != 3 + i; ++k)
                    short_rows += 1 + i * 100 + j * 10 + k;
        long expected = 0;
        for (int i = 0; i < rows; i++)
            for (int j = i; j < 3; j++)
                for (int l = j; l != 3 + i; ++l)
                    expected += 1 + i * 100 + j * 10 + l;
        CHECK(short_rows == expected);
    }
    return test_end();
}
