/* Many tasks: chains of thousands, wide trees, groups in groups, all threads at once; priorities, taskyield in loops. */
#include "../test.h"
#pragma omp declare target
static void deep(int d, int *count)
{
    #pragma omp atomic
    count[0]++;
    if (d) {
        #pragma omp task priority(d) untied
        deep(d - 1, count);
    }
}
static void deep_wait(int d, int *count)
{
    #pragma omp atomic
    count[0]++;
    if (d) {
        #pragma omp task
        deep_wait(d - 1, count);
        #pragma omp taskwait
    }
}
static void wide(int d, int w, int *count)
{
    #pragma omp atomic
    count[0]++;
    if (d)
        for (int i = 0; i < w; i++) {
            #pragma omp task
            wide(d - 1, w, count);
        }
}
static void group(int d, int w, int *count)
{
    if (d)
        #pragma omp taskgroup
        for (int i = 0; i < w; i++) {
            #pragma omp task
            group(d - 1, w, count);
        }
    #pragma omp atomic
    count[0]++;
}
#pragma omp end declare target
static void all(int threads)
{
    int c[6] = {0};
    #pragma omp target parallel num_threads(threads) map(tofrom: c)
    {
        #pragma omp masked
        deep(4000, &c[0]);
        #pragma omp barrier
        #pragma omp single
        deep_wait(60, &c[1]);
        #pragma omp single
        wide(4, 9, &c[2]);
        #pragma omp single
        group(5, 4, &c[3]);
        #pragma omp single
        for (int i = 0; i < 20000; i++) {
            #pragma omp task firstprivate(i) priority(i % 7)
            {
                #pragma omp atomic
                c[4] += i & 1;
            }
        }
        // All threads make tasks.
        for (int i = 0; i < 50; i++) {
            #pragma omp task
            {
                #pragma omp task
                {
                #pragma omp atomic
                c[5]++;
                }
            }
            if (i % 10 == 0) {
                #pragma omp taskyield
            }
        }
    }
    CHECK(c[0] == 4001);
    CHECK(c[1] == 61);
    CHECK(c[2] == 1 + 9 + 81 + 729 + 6561);
    CHECK(c[3] == 1 + 4 + 16 + 64 + 256 + 1024);
    CHECK(c[4] == 10000);
    CHECK(c[5] % 50 == 0 && c[5] >= 50 && c[5] <= 50 * threads);
}
int main(void)
{
    int t[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++)
        all(t[k]);
    return test_end();
}
