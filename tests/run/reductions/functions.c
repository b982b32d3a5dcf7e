/* Reductions in functions, called from sequential code of a region and from parallel regions. */
#include "../test.h"

enum { n = 700 };

#pragma omp declare target
static long shared_total;

static long total(const int *a, int from, int to)
{
    long sum = 0;
    #pragma omp parallel for reduction(+: sum)
    for (int i = from; i < to; i++)
        sum += a[i];
    return sum;
}

static void share(const int *a)
{
    #pragma omp for reduction(+: shared_total)
    for (int i = 0; i < n; i++)
        shared_total += a[i];
}
#pragma omp end declare target

int main(void)
{
    static int a[n];
    long want = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i * 31 % 97;
        want += a[i];
    }

    long found[4] = {0};
    #pragma omp target map(to: a) map(tofrom: found)
    {
        found[0] = total(a, 0, n);
        found[1] = total(a, 0, n / 2) + total(a, n / 2, n);
        shared_total = 5;
        #pragma omp parallel num_threads(70)
        share(a);
        found[2] = shared_total;
    }
    CHECK(found[0] == want && found[1] == want);
    CHECK(found[2] == want + 5);

    /* From a parallel region: each thread adds up for itself. */
    long each = 0, threads = 0;
    #pragma omp target parallel num_threads(40) map(to: a) reduction(+: each, threads)
    {
        each += total(a, 0, n);
        threads++;
    }
    CHECK(threads >= 1 && each == threads * want);
    return test_end();
}
