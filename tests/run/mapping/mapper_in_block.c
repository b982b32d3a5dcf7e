// host: skip
/* `declare mapper` in a block, with a length that a function computes which nothing else uses (OpenMP 5.2, 5.8.8). */
#include "../test.h"

#define N 100

struct row {
    int half;
    int *values;
};
static int length(int half) { return 2 * half; }

int main(void)
{
    int values[N] = {0};
    struct row r = {N / 2, values};
    {
        #pragma omp declare mapper(whole: struct row r) map(r.half, r.values) map(tofrom: r.values[0:length(r.half)])
        #pragma omp target map(mapper(whole), tofrom: r)
        for (int i = 0; i < 2 * r.half; i++)
            r.values[i] = i;
    }
    for (int i = 0; i < N; i++)
        CHECK(values[i] == i);
    return test_end();
}
