// Variables of the program that are called what generated code calls its own.
#include "../test.h"

int main(void)
{
    static int a[100];
    int from = 5, to = 70, alone = 3, own = 11, sequence = 13, literal = 17, group = 19;
#pragma omp target map(tofrom: a)
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(10)
    for (int i = 0; i < 100; i++) {
        a[i] = from + to + i;
#pragma omp parallel num_threads(1)
        a[i] += alone + own + sequence + literal + group;
    }
    int sum = 0, nested = 0;
    for (int i = 0; i < 100; i++)
        sum += a[i];
    CHECK(sum == 100 * (75 + 63) + 4950);
#pragma omp target map(tofrom: nested)
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < 4; i++) {
#pragma omp taskloop grainsize(1)
        for (int j = 0; j < from; j++) {
#pragma omp atomic
            nested += to;
        }
    }
    CHECK(nested == 4 * 5 * 70);
    printf("%d %d\n", sum, nested);
    return test_end();
}
