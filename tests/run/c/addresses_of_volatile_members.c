// Addresses of volatile members, and of members of volatile structures, that initialise variables with static storage.
#include "../test.h"

struct inner {
    signed char first, second;
    long third;
};
struct outer {
    int before;
    volatile struct inner in[2];
    volatile int direct;
    struct inner plain;
};

#pragma omp declare target
static struct outer whole = { 1, { { 2, 3, 4 }, { 5, 6, 7 } }, 8, { 9, 10, 11 } };
static volatile signed char *volatile second = &whole.in[1].second;
static volatile struct inner *const structure = &whole.in[1];
static volatile int *direct = &whole.direct;
static const volatile long *const table[2][2] = {
    { &whole.in[0].third, &whole.in[1].third }, { &whole.plain.third, 0 }
};
#pragma omp end declare target

int main(void)
{
    long got[8] = { 0 };
#pragma omp target map(tofrom: got)
    {
        *direct += 1;
        *second += 1;
        got[0] = *second;
        got[1] = structure->first;
        got[2] = whole.direct;
        got[3] = *table[0][0];
        got[4] = *table[0][1];
        got[5] = *table[1][0];
        got[6] = table[1][1] == 0;
        got[7] = whole.in[1].second;
    }
    CHECK(got[0] == 7 && got[1] == 5 && got[2] == 9);
    CHECK(got[3] == 4 && got[4] == 7 && got[5] == 11 && got[6] == 1 && got[7] == 7);
    return test_end();
}
