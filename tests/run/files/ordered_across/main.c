/* The loop is in this file, and the `ordered` region in another one; and the other way around. */
#include "../../test.h"

#pragma omp declare target
void append(int *log, int *count, int i);
void loop(int m, int *log, int *count, void (*then)(int *, int *, int));
void later(int *log, int *count, int i)
{
    #pragma omp ordered
    log[(*count)++] = 2 * i;
}
#pragma omp end declare target

int main(void)
{
    enum { n = 200 };
    int log[n], count = 0, bad = 0;
    #pragma omp target parallel for ordered schedule(dynamic) num_threads(33) map(tofrom: log, count)
    for (int i = 0; i < n; i++)
        append(log, &count, i);
    for (int i = 0; i < n; i++)
        bad += log[i] != i;
    CHECK(count == n && bad == 0);
    count = 0;
    #pragma omp target map(tofrom: log, count)
    {
        append(log, &count, -1);
        #pragma omp parallel num_threads(40)
        loop(n - 1, log, &count, later);
    }
    for (int i = 1; i < n; i++)
        bad += log[i] != 2 * (i - 1);
    CHECK(count == n && bad == 0 && log[0] == -1);
    return test_end();
}
