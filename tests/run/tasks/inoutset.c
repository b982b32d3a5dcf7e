// host: skip (gcc 12 does not know inoutset)
/* inoutset: its tasks at any time beside each other, but none beside what is in or out. */
#include "../test.h"

enum { n = 20 };

static void sets(int threads)
{
    int a = 0, b = 0, bad = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: a, b, bad)
    #pragma omp single
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < n; i++) {
            #pragma omp task depend(inoutset: a)
            {
                #pragma omp atomic
                a++;
            }
        }
        #pragma omp task depend(in: a) depend(out: b)
        {
            if (a != n * (round + 1) + round * n)
                bad++;
        }
        for (int i = 0; i < n; i++) {
            #pragma omp task depend(mutexinoutset: a, b)
            a++;
        }
    }
    CHECK(bad == 0);
    CHECK(a == 6 * n);
}

int main(void)
{
    int threads[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++)
        sets(threads[k]);
    return test_end();
}
