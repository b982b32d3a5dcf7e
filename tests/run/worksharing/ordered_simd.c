// ordered regions of `for simd` loops: with `threads` in the order of threads and lanes (5.2, 15.10.2).
#include "../test.h"

enum { N = 150 };

static int weigh(int before, int i)
{
    return before * 3 % 1009 + i;
}

static void check(int threads, int trips)
{
    int a[N], b[N], c[N], last = 0, expected[N], k = 0;

    for (int i = 0; i < N; i++)
        a[i] = b[i] = c[i] = -1;
    for (int i = 0; i < trips; i++)
        expected[i] = k = weigh(k, i);
    #pragma omp target parallel num_threads(threads) map(tofrom: a, b, c, last)
    {
        #pragma omp for simd ordered
        for (int i = 0; i < trips; i++) {
            #pragma omp ordered threads simd
            a[i] = weigh(i ? a[i - 1] : 0, i);
        }
        #pragma omp for simd ordered schedule(dynamic, 3)
        for (int i = 0; i < trips; i++) {
            b[i] = 0;
            #pragma omp ordered simd threads
            {
                last = weigh(last, i);
                b[i] += last;
            }
        }
        // Not every iteration has a region.
        #pragma omp for simd ordered schedule(static, 2) collapse(2)
        for (int i = 0; i < trips / 2; i++)
            for (int j = 0; j < 2; j++)
                if (i % 3) {
                    #pragma omp ordered simd threads
                    c[i * 2 + j] = i == 1 && j == 0 ? 5 : (j ? c[i * 2] : i % 3 == 1 ? c[i * 2 - 3] : c[i * 2 - 1]) + 1;
                }
    }
    for (int i = 0; i < trips; i++)
        CHECK(a[i] == expected[i] && b[i] == expected[i]);
    for (int i = 1, count = 5; i < trips / 2; i++)
        for (int j = 0; j < 2; j++)
            CHECK(c[i * 2 + j] == (i % 3 ? count++ : -1));
}

int main(void)
{
    check(5, N);
    check(1, 20);
    check(33, N);
    check(64, 1);
    check(7, 0);
    return test_end();
}
