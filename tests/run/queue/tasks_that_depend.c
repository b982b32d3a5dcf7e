/* nowait and depend: tasks of the host in front of, between and behind regions, whichever thread executes them. */
#include "../test.h"

enum { N = 50 };

static int a[N], b[N], seen;

static void chain(void)
{
    for (int k = 0; k < 30; k++) {
        #pragma omp target nowait depend(inout: a) map(alloc: a) firstprivate(k)
        for (int i = 0; i < N; i++)
            a[i] = a[i] * 2 % 10007 + k;
        #pragma omp target nowait depend(in: a) depend(inout: b) map(alloc: a, b)
        for (int i = 0; i < N; i++)
            b[i] += a[i];
        if (k % 10 == 9) {
            #pragma omp target update from(b) nowait depend(inout: b)
            #pragma omp task depend(in: b)
            seen += b[0] != 0;
        }
    }
    #pragma omp taskwait
}

static void check(int times)
{
    int x = 1, y = 0;
    for (int t = 0; t < times; t++)
        for (int k = 0; k < 30; k++) {
            x = x * 2 % 10007 + k;
            y += x;
        }
    CHECK(a[0] == x && a[N - 1] == x && b[0] == y && b[N - 1] == y);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 1;
    #pragma omp target data map(tofrom: a, b)
    {
        chain();
        #pragma omp parallel num_threads(4)
        #pragma omp single
        chain();
    }
    check(2);
    CHECK(seen == 6);
    return test_end();
}
