// host: skip
/* Scans of 10^6 iterations: of a team, and of the whole device. */
#include "../test.h"

enum { n = 1000000 };
static int a[n];
static long inclusive[n], exclusive[n];

int main(void)
{
    for (int i = 0; i < n; i++)
        a[i] = (int)((i * 2654435761u) >> 20) - 2048;

    long sum = 5;
    #pragma omp target parallel for reduction(inscan, +: sum) map(to: a) map(from: inclusive)
    for (int i = 0; i < n; i++) {
        sum += a[i];
        #pragma omp scan inclusive(sum)
        inclusive[i] = sum;
    }
    const long total = sum;
    sum = 5;
    #pragma omp target teams distribute parallel for reduction(inscan, +: sum) map(to: a) map(from: exclusive)
    for (int i = 0; i < n; i++) {
        exclusive[i] = sum;
        #pragma omp scan exclusive(sum)
        sum += a[i];
    }
    CHECK(sum == total);
    long expected = 5;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += exclusive[i] != expected;
        expected += a[i];
        wrong += inclusive[i] != expected;
    }
    CHECK(wrong == 0 && expected == total);
    printf("%ld\n", total);
    return test_end();
}
