/* An array of `declare target link` that a region names, and a function that it calls reads through the device's pointer:
 * nothing is promised of either. */
#include "../test.h"

#define N 64

static int array[N], other[N];
#pragma omp declare target link(array)

#pragma omp declare target
static int get(int i) { return array[i]; }
#pragma omp end declare target

__attribute__((noinline)) static void alone(int n)
{
    #pragma omp target teams distribute parallel for map(tofrom: array)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            array[i] += get(i) + k;
}

__attribute__((noinline)) static void beside(int n, int *p)
{
    #pragma omp target teams distribute parallel for map(tofrom: array)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) {
            array[i] += get(i) + k;
            p[i] += get(i);
        }
}

int main(void)
{
    int expected[N], sums[N];
    for (int i = 0; i < N; i++) {
        array[i] = expected[i] = i;
        other[i] = sums[i] = 0;
    }
    alone(N);
    #pragma omp target data map(tofrom: other)
    beside(N, other);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            expected[i] += expected[i] + k;
        for (int k = 0; k < 4; k++) {
            expected[i] += expected[i] + k;
            sums[i] += expected[i];
        }
    }
    CHECK(memcmp(array, expected, sizeof array) == 0);
    CHECK(memcmp(other, sums, sizeof other) == 0);
    return test_end();
}
