/* atomic, critical and flush within statement expressions, and parallel regions within critical sections. */
#include "../test.h"

#pragma omp declare target
static int next(int *at)
{
    return ({
        int had;
        #pragma omp atomic capture
        { had = *at; *at += 1; }
        had;
    });
}
#pragma omp end declare target

#define ADD(place, value) ({ __typeof__(place) added = (value); _Pragma("omp atomic") place += added; added; })

int main(void)
{
    enum { N = 40 };
    int alone = 0, sum = 0, all = 0, at = 0, seen[N] = {0}, nested = 0, first = 0, calls = 0;
    #pragma omp target map(tofrom: alone, at, first)
    {
        alone = ({
            int t = 1;
            #pragma omp atomic
            t += 2;
            #pragma omp critical
            { t *= 2; first = t; }
            t;
        });
        if (ADD(alone, 4) == 4)
            at = next(&at);
    }
    CHECK(alone == 10 && first == 6 && at == 0);
    #pragma omp target parallel num_threads(5) map(tofrom: sum, all, at, seen, nested, calls)
    {
        #pragma omp for
        for (int i = 0; i < N; i++) {
            sum += 0 * ADD(all, i);
            seen[next(&at)] = ({
                #pragma omp critical
                calls++;
                #pragma omp flush
                1;
            });
        }
        #pragma omp critical
        {
            #pragma omp parallel if (0)
            nested += 1;
            #pragma omp parallel for reduction(+: nested)
            for (int i = 0; i < 10; i++)
                nested += i;
            #pragma omp masked
            nested += 1000;
            #pragma omp parallel num_threads(2)
            {
                #pragma omp single
                nested += 100;
                #pragma omp barrier
            }
        }
    }
    int threads = (nested - 1000) / 146;
    CHECK(all == N * (N - 1) / 2 && sum == 0 && at == N && calls == N);
    for (int i = 0; i < N; i++)
        CHECK(seen[i] == 1);
    CHECK(threads >= 1 && threads <= 5 && nested == 1000 + 146 * threads);
    /* In the sequential part of a region with threads. */
    int x = 0, a[N] = {0};
    #pragma omp target map(tofrom: x, a)
    {
        int before = ({
            #pragma omp atomic
            x += 1;
            x;
        });
        #pragma omp parallel for
        for (int i = 0; i < N; i++)
            a[i] += before;
        int again = ADD(x, 10) + ({
            int now;
            #pragma omp critical
            now = x;
            now;
        });
        #pragma omp parallel for
        for (int i = 0; i < N; i++)
            a[i] += again;
        if (({ int now; _Pragma("omp atomic read") now = x; now; }) == 11)
            x = 100;
    }
    CHECK(x == 100);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 1 + 10 + 11 || a[i] == 1 + 10 + 1);
    return test_end();
}
