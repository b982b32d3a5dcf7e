// host: skip
/* Combined directives that hosts' compilers of OpenMP 5.1 do not read: their host version is two. */
#include "../test.h"

#define N 200

int main(void)
{
    int a[N], s = 0, last = -1, p = 7;

    #pragma omp target loop reduction(+: s) map(from: a)
    for (int i = 0; i < N; i++) {
        a[i] = i;
        s += i;
    }
    CHECK(s == N * (N - 1) / 2 && a[N - 1] == N - 1);

    s = 0;
    #pragma omp target loop bind(teams) collapse(2) private(p) reduction(+: s)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++) {
            p = i * j;
            s += p;
        }
    CHECK(s == 45 * 45 && p == 7);

    int i;
    #pragma omp target loop bind(parallel) lastprivate(i) map(from: last)
    for (i = 0; i < N; i++)
        if (i == N - 1)
            last = i;
    CHECK(last == N - 1 && i == N);

    s = 0;
    #pragma omp target parallel sections num_threads(3) reduction(+: s) firstprivate(p)
    {
        #pragma omp section
        s += p;
        #pragma omp section
        s += 2 * p;
        #pragma omp section
        s += 3;
    }
    CHECK(s == 3 * 7 + 3);

    int threads = 0;
    #pragma omp target parallel masked num_threads(33) filter(1) map(tofrom: threads)
    threads += omp_get_num_threads() > 1 ? omp_get_thread_num() : 1;
    CHECK(threads == 1);

    #pragma omp target parallel master map(tofrom: threads) if(parallel: p > 1)
    threads = 10 + omp_get_thread_num();
    CHECK(threads == 10);

    s = 0;
    #pragma omp target parallel masked taskloop reduction(+: s) num_threads(5) grainsize(7)
    for (int i = 0; i < N; i++)
        s += i;
    CHECK(s == N * (N - 1) / 2);

    memset(a, 0, sizeof a);
    #pragma omp target parallel master taskloop simd map(tofrom: a) num_tasks(4)
    for (int i = 0; i < N; i++)
        a[i] += i;
    CHECK(a[1] == 1 && a[N - 1] == N - 1);

    memset(a, 0, sizeof a);
    #pragma omp target parallel masked taskloop simd default(none) shared(a) map(tofrom: a)
    for (int i = 0; i < N; i++)
        a[i] += i;
    CHECK(a[1] == 1 && a[N - 1] == N - 1);

    memset(a, 0, sizeof a);
    #pragma omp target parallel master taskloop map(tofrom: a) thread_limit(64)
    for (int i = 0; i < N; i++)
        a[i] += i;
    CHECK(a[1] == 1 && a[N - 1] == N - 1);
    return test_end();
}
