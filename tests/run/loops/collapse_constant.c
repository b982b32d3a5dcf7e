/* Collapsed loops whose iterations can be counted before the program runs, and some that only seem so. */
#include "../test.h"

int main(void)
{
    static unsigned char hits[70000];
    long long sum = 0;
    int last = -1;
    #pragma omp target parallel for collapse(3) num_threads(95) schedule(dynamic, 7) lastprivate(last) map(tofrom: hits)
    for (int i = 0; i < 16; i++)
        for (unsigned j = 30; j > 3; j -= 4)
            for (long k = -5; k <= 5; k += 2) {
                hits[i * 1000 + j * 20 + k + 5]++;
                last = i * 10000 + (int)j * 100 + (int)k;
            }
    for (int i = 0; i < 16; i++)
        for (unsigned j = 30; j > 3; j -= 4)
            for (long k = -5; k <= 5; k += 2)
                CHECK(hits[i * 1000 + j * 20 + k + 5] == 1);
    CHECK(last == 15 * 10000 + 6 * 100 + 5);

    /* A variable that wraps. */
    #pragma omp target parallel for collapse(2) num_threads(64) schedule(static, 50000000) reduction(+: sum)
    for (int i = 0; i < 3; i++)
        for (unsigned char j = 250; j != 5; j++)
            sum += i * 1000 + j;
    long long wanted = 0;
    for (int i = 0; i < 3; i++)
        for (unsigned char j = 250; j != 5; j++)
            wanted += i * 1000 + j;
    CHECK(sum == wanted || !on_device());

    /* No iterations in one of them. */
    int none = 0;
    #pragma omp target parallel for collapse(2) num_threads(33) map(tofrom: none)
    for (int i = 0; i < 100; i++)
        for (int j = 5; j < 5; j++)
            none = 1;
    CHECK(none == 0);
    return test_end();
}
