/* schedule(static, c): chunk k belongs to thread k modulo the number of threads. */
#include "../test.h"

static void check(int n, int chunk, int asked)
{
    static int owner[2000], threads[2000];
    #pragma omp target parallel for num_threads(asked) schedule(static, chunk) map(from: owner, threads)
    for (int i = 0; i < n; i++) {
        owner[i] = omp_get_thread_num();
        threads[i] = omp_get_num_threads();
    }
    for (int i = 0; i < n; i++)
        CHECK(owner[i] == i / chunk % threads[0]);
}

int main(void)
{
    check(1000, 1, 33);
    check(1000, 7, 33);
    check(999, 10, 96);
    check(1000, 2000, 32);
    check(5, 3, 64);
    check(1, 1, 1);
    return test_end();
}
