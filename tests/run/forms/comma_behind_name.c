// host: skip
/* A comma between a directive's name and its first clause (5.2, 3.1), on the device, and on the host in functions that
   have device code: others are the host compiler's business. gcc reads such commas from 13 on. */
#include "../test.h"

static int on_host(int n)
{
    int sum = 0, last = 0;
#pragma omp parallel for , reduction(+: sum) lastprivate(last)
    for (int i = 0; i < n; i++) {
        sum += i;
        last = i;
    }
#pragma omp parallel, \
    num_threads(2)
#pragma omp single, nowait
#pragma omp taskloop, grainsize(3), nogroup
    for (int i = 0; i < n; i++) {
#pragma omp atomic, update
        sum++;
    }
#pragma omp target, map(tofrom: sum), if(target: n > 3)
    sum++;
    return sum + last;
}

int main(void)
{
    int a[33], sum = 0, many = 0;
#pragma omp target parallel for, map(from: a), num_threads(33)
    for (int i = 0; i < 33; i++)
        a[i] = i;
#pragma omp target data, map(tofrom: a)
    {
#pragma omp target, map(tofrom: many)
        {
#pragma omp parallel, num_threads(3)
            {
#pragma omp for, schedule(static), nowait
                for (int i = 0; i < 33; i++)
                    a[i]++;
#pragma omp critical(one), hint(omp_sync_hint_none)
                many += 1;
            }
        }
#pragma omp target update, from(a)
    }
#pragma omp parallel for, reduction(+: sum), num_threads(2)
    for (int i = 0; i < 33; i++)
        sum += a[i];
    CHECK(sum == 33 * 34 / 2);
    CHECK(many >= 1);
    CHECK(on_host(10) == 45 + 10 + 9 + 1);
    return test_end();
}
