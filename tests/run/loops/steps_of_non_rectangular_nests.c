// Non-rectangular nests whose bounds move apart by a multiple of the inner step (5.2, 4.4.2).
#include "../test.h"

int main(void)
{
    int even = 0, both = 0, down = 0, pair = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: even)
    for (int i = 0; i < 10; i++)
        for (int j = 2 * i; j < 40; j += 2)
            even += j + 100 * i;
    /* The distance of the bounds stays. */
#pragma omp target teams distribute parallel for collapse(2) reduction(+: both)
    for (int i = 0; i < 10; i++)
        for (int j = i; j < i + 7; j += 3)
            both += j + 100 * i;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: down)
    for (int i = 20; i > 0; i -= 4)
        for (int j = 3 * i; j > 1 - i; j -= 8)
            down += j + 100 * i;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: pair)
    for (int i = 0; i < 12; i += 6)
        for (int j = 1 - i; j < 30; j += 3)
            pair += j + 100 * i;
    int expected = 0;
    for (int i = 0; i < 10; i++)
        for (int j = 2 * i; j < 40; j += 2)
            expected += j + 100 * i;
    CHECK(even == expected);
    expected = 0;
    for (int i = 0; i < 10; i++)
        for (int j = i; j < i + 7; j += 3)
            expected += j + 100 * i;
    CHECK(both == expected);
    expected = 0;
    for (int i = 20; i > 0; i -= 4)
        for (int j = 3 * i; j > 1 - i; j -= 8)
            expected += j + 100 * i;
    CHECK(down == expected);
    expected = 0;
    for (int i = 0; i < 12; i += 6)
        for (int j = 1 - i; j < 30; j += 3)
            expected += j + 100 * i;
    CHECK(pair == expected);
    printf("%d %d %d %d\n", even, both, down, pair);
    return test_end();
}
