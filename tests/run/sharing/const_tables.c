// Constant arrays that no clause names: the device reads them, nothing is copied back to them.
#include "../test.h"

typedef struct {
    int a, b;
} pair;

static const int outer[3] = { 7, 8, 9 };

int main(void)
{
    static const int inner[4] = { 3, 1, 4, 1 };
    static const pair pairs[2] = { { 1, 2 }, { 3, 4 } };
    static const double grid[2][2] = { { 1, 2 }, { 3, 4 } };
    const int local[2] = { 5, 6 };
    int r = 0;

#pragma omp target map(tofrom: r)
    for (int i = 0; i < 4; i++)
        r = r * 10 + inner[i] + pairs[i / 2].b + (int)grid[i % 2][1] + outer[i % 3] + local[i % 2];
    int expected = 0;
    for (int i = 0; i < 4; i++)
        expected = expected * 10 + inner[i] + pairs[i / 2].b + (int)grid[i % 2][1] + outer[i % 3] + local[i % 2];
    CHECK(r == expected);
    printf("%d\n", r);
    return test_end();
}
