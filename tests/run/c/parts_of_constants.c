// Addresses of parts of constants that hold pointers, in initialisers of other variables: nvcc asks for the values of
// such constants, which may be converted addresses.
#include "../test.h"

struct entry { int number; int *volatile *to; int more[3]; };

#pragma omp declare target
static int numbers[4] = { 1, 2, 3, 4 };
static int *volatile grid[2][3] = { { &numbers[0], &numbers[1] }, { numbers + 2, 0, &numbers[3] } };
static int *volatile *const row[3] = { &grid[1][0], grid[1] + 2, &grid[0][1] };
static int *volatile *const volatile *element = &row[2];
static int *volatile *const *first = row, *volatile *const *next = row + 1;
static int *volatile *const (*whole)[3] = &row;
static const struct entry one = { 5, &grid[1][2], { 6, 7, 8 } };
static const struct entry *all = &one;
static const int *number = &one.number, *more = one.more, *last = &one.more[2], *behind = one.more + 1;
static int *volatile *const *to = &one.to;
static const struct entry list[2] = { { 9, &grid[0][1] }, { 10, &grid[1][2], { 11, 12 } } };
static const struct entry *second = &list[1], *begin = list, *sum = list + 1;
static const int *of_second = &list[1].number, *of_sum = &(list + 1)->more[1];
static const struct { const struct entry e; const int *p; } outer = { { 13, &grid[0][1], { 14 } }, &list[1].more[0] };
static const int *inside = &outer.e.more[0], *const *pointer = &outer.p;
#pragma omp end declare target

int main(void)
{
    int r[24], n = 0;
    #pragma omp target map(from: r) map(tofrom: n)
    {
        r[n++] = ***element + ***first * 10 + ***next * 100;
        r[n++] = *(*whole)[1][0];
        r[n++] = all->number + *number * 10;
        r[n++] = more[1] + *last * 10 + *behind * 100;
        r[n++] = ***to;
        r[n++] = second->number + begin->number * 100 + sum->more[0];
        r[n++] = *of_second + *of_sum;
        r[n++] = *inside + **pointer * 100;
        static const int *const volatile kept = &one.more[1];
        static const struct entry local[2] = { { 15, &grid[1][2] }, { 16 } }, *here = &local[1];
        r[n++] = *kept + here->number * 10;
    }
    CHECK(n == 9);
    CHECK(r[0] == 2 + 30 + 400);
    CHECK(r[1] == 4);
    CHECK(r[2] == 55);
    CHECK(r[3] == 7 + 80 + 700);
    CHECK(r[4] == 4);
    CHECK(r[5] == 10 + 900 + 11);
    CHECK(r[6] == 22);
    CHECK(r[7] == 14 + 1100);
    CHECK(r[8] == 167);
    return test_end();
}
