/* `taskloop simd` with a loop variable of the surroundings: it has its last value behind the loop, with `linear` and
 * without, where anything can see it. */
#include "../test.h"

#pragma omp declare target
static int in_function(int *a, int n)
{
    int i;
    #pragma omp taskloop simd linear(i)
    for (i = 0; i < n; i++)
        a[i]++;
    return i;
}
static int without(int *a, int n)
{
    int i;
    #pragma omp taskloop simd
    for (i = 0; i < n; i += 3)
        a[i]++;
    return i;
}
#pragma omp end declare target

int main(void)
{
    int a[100] = { 0 }, l = 0, w = 0, i = -1, j = -1, k = 7;
    #pragma omp target parallel map(tofrom: a, l, w)
    #pragma omp single
    {
        l = in_function(a, 100);
        w = without(a, 100);
    }
    CHECK(l == 100);
    CHECK(w == 102);
    #pragma omp target parallel map(tofrom: a, i)
    #pragma omp single
    #pragma omp taskloop simd linear(i)
    for (i = 0; i < 100; i++)
        a[i]++;
    CHECK(i == 100);
    #pragma omp target map(tofrom: a, j)
    #pragma omp parallel masked taskloop simd linear(j: 2) num_tasks(4)
    for (j = 0; j < 99; j += 2)
        a[j]++;
    CHECK(j == 100);
    #pragma omp target parallel map(tofrom: a, k)
    #pragma omp single
    #pragma omp taskloop simd linear(k) num_tasks(4)
    for (int n = 0; n < 100; n++)
        a[n] += k++ - n;
    CHECK(k == 107);
    CHECK(a[0] == 11 && a[98] == 10 && a[99] == 10);
    #pragma omp target map(from: a)
    #pragma omp parallel master taskloop simd
    for (i = 0; i < 100; ++i)
        a[i] = 2 * i;
    CHECK(a[99] == 198);
    return test_end();
}
