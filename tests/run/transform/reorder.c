/* interchange, reverse, unroll beneath other directives. */
#include "../test.h"

#define N 20

int main(void)
{
    static int log[2 * N * N + 2], at[N * N];
    int n = N, m = 7, last = -1;
    #pragma omp target map(tofrom: log)
    {
        int k = 0;
        #pragma omp interchange
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                log[k++] = i * 100 + j;
        #pragma omp reverse
        for (int i = 0; i < n; i += 3)
            log[k++] = i;
        #pragma omp interchange permutation(3, 1, 2)
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
                for (int l = 2; l > 0; l--)
                    log[k++] = i * 100 + j * 10 + l;
            }
        }
        log[k] = -1;
    }
    int k = 0;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            CHECK(log[k++] == i * 100 + j || !on_device());
    for (int i = 18; i >= 0; i -= 3)
        CHECK(log[k++] == i || !on_device());
    for (int l = 2; l > 0; l--)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++)
                CHECK(log[k++] == i * 100 + j * 10 + l || !on_device());
    CHECK(log[k] == -1);

    /* The last iteration is the one with the lowest number. */
    #pragma omp target parallel for num_threads(33) lastprivate(last) map(tofrom: at)
    #pragma omp reverse
    for (int i = 0; i < n; i++) {
        at[i]++;
        last = i;
    }
    CHECK(last == 0 || !on_device());
    #pragma omp target parallel for collapse(2) schedule(dynamic, 3) map(tofrom: at)
    #pragma omp interchange
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            at[i * n + j]++;
    /* Groups of iterations go to one thread. */
    #pragma omp target parallel for num_threads(5) schedule(static, 1) map(tofrom: log)
    #pragma omp unroll partial(4)
    for (int i = 0; i < n - 1; i++)
        log[i] = omp_get_thread_num();
    for (int i = 0; i < n - 1; i++)
        CHECK(log[i] == i / 4 % 5 || !on_device());
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            CHECK(at[i * n + j] == 1 + (i == 0));
    return test_end();
}
