/* `sizeof` of a compound literal, whose type in parentheses is not the operand: its array may have no bound, and
   postfix operators belong to it. */
#include "../test.h"

#define SIZE(...) sizeof (__VA_ARGS__)
#define COUNT(type, ...) (sizeof (type[]){__VA_ARGS__} / sizeof(type))

typedef struct point { short x, y, z; } point;
enum { n = 16 };

static int table[sizeof (char[]){1, 2, 3}];

#pragma omp declare target
static void compute(unsigned long *out)
{
    int k = 0, i = 3;
    out[k++] = sizeof (int[]){1, 2};
    out[k++] = sizeof(int[]){[4] = 1};
    out[k++] = sizeof((int[]){1, 2, 3});
    out[k++] = sizeof (point){1, 2, 3};
    out[k++] = sizeof (point){1, 2, 3}.x;
    out[k++] = sizeof (int[]){1, 2}[0] + 1;
    out[k++] = sizeof (char[]){"abc"};
    out[k++] = sizeof(
        double[]
    ) { 1, 2 };
    out[k++] = COUNT(point, {1}, {2}, {3});
    out[k++] = SIZE(long[2]){1} * 2;
    out[k++] = sizeof (int){i++};
    out[k++] = i;
    out[k++] = -sizeof (short[]){1, 2, 3} + sizeof(int) * 10;
    out[k++] = sizeof (struct { char a[7]; }){{0}};
    if (sizeof(int)) {
        out[k++] = sizeof sizeof (char[]){1, 2};
    }
    out[k++] = sizeof table + (sizeof (char[]){1} == 1 ? 100 : 200);
}
#pragma omp end declare target

int main(void)
{
    unsigned long expected[n], got[n];
    compute(expected);
    for (int i = 0; i < n; i++)
        got[i] = 0;
    #pragma omp target map(tofrom: got)
    compute(got);
    for (int i = 0; i < n; i++)
        CHECK(got[i] == expected[i]);
    CHECK(got[0] == 2 * sizeof(int) && got[1] == 5 * sizeof(int) && got[4] == sizeof(short) && got[11] == 3);
    return test_end();
}
