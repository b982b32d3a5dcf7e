// An iteration variable declared outside and named in `lastprivate` ends one step past the last.
#include "../test.h"

int main(void)
{
    int a[64] = { 0 };
    int i, j;

#pragma omp target parallel for simd collapse(2) lastprivate(i, j)
    for (i = 3; i < 9; i += 2)
        for (j = 20; j > 0; j -= 7)
            a[i * 3 + j % 3] = j;
    CHECK(i == 9 && j == -1);
    printf("%d %d\n", i, j);

#pragma omp target teams loop lastprivate(i) map(tofrom: a)
    for (i = 0; i < 64; i++)
        a[i]++;
    CHECK(i == 64 && a[63] == 1);

#pragma omp target teams distribute parallel for lastprivate(j) map(tofrom: a)
    for (j = 59; j >= 10; j -= 4) {
        if (j % 3 == 0)
            continue;
        a[j]++;
    }
    CHECK(j == 7);
    printf("%d %d %d\n", i, j, a[59]);
    return test_end();
}
