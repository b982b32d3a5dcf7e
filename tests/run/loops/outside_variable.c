/* The loop variable may be declared outside: it is private, the outer one keeps its value. */
#include "../test.h"

int main(void)
{
    int i = -7, j = -8, a[50], b[20][10];
    unsigned u = 99;
    long k;

    #pragma omp target teams distribute parallel for map(from: a)
    for (i = 0; i < 50; i++)
        a[i] = i;
    CHECK(i == -7);

    #pragma omp target teams distribute parallel for collapse(2) map(from: b)
    for (i = 0; i < 20; i++)
        for (j = 0; j < 10; j++)
            b[i][j] = i * j;
    CHECK(i == -7 && j == -8);

    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (u = 0; u < 50; u++)
        a[u] += 1;
    CHECK(u == 99);

    #pragma omp target parallel for map(tofrom: a)
    for (k = 49; k >= 0; k--)
        a[k] += 1;

    for (i = 0; i < 50; i++)
        CHECK(a[i] == i + 2);
    for (i = 0; i < 20; i++)
        for (j = 0; j < 10; j++)
            CHECK(b[i][j] == i * j);
    return test_end();
}
