/* Regions whose data is present, one behind the other: each finds what those before it wrote, and the host finds all
 * of it where it asks. */
#include "../test.h"
#include <stdlib.h>

enum { N = 257 };

static int a[N], b[N];
static long total;

/* A chain of regions of two kinds, without a wait between them. */
static void chain(int rounds)
{
    #pragma omp target data map(tofrom: a) map(alloc: b)
    {
        for (int k = 0; k < rounds; k++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                b[i] = a[N - 1 - i] + 1;
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                a[i] = b[i] + k % 2;
        }
    }
}

static void expect(int rounds, const int *from)
{
    int *x = malloc(sizeof a), *y = malloc(sizeof a);
    for (int i = 0; i < N; i++)
        x[i] = from[i];
    for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < N; i++)
            y[i] = x[N - 1 - i] + 1;
        for (int i = 0; i < N; i++)
            x[i] = y[i] + k % 2;
    }
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += a[i] != x[i];
    CHECK(wrong == 0);
    free(x);
    free(y);
}

int main(void)
{
    int before[N];
    const int rounds[] = {0, 1, 2, 70};
    for (int r = 0; r < 4; r++) {
        for (int i = 0; i < N; i++)
            before[i] = a[i] = 3 * i + r;
        chain(rounds[r]);
        expect(rounds[r], before);
    }

    /* Updates in between, of one element, to and from; the host changes its side at once. */
    #pragma omp target enter data map(to: a)
    int wrong = 0, step[4];
    for (int k = 0; k < 200; k++) {
        for (int i = 0; i < 4; i++)
            step[i] = k + i;
        #pragma omp target map(to: step) firstprivate(k)
        a[k] = step[0] + step[3];
        for (int i = 0; i < 4; i++)
            step[i] = -1;
        a[k + 1] = 5;
        #pragma omp target update to(a[k + 1])
        a[k + 1] = on_device() ? 6 : 5;
        if (k % 50 == 49) {
            #pragma omp target update from(a[k - 3:5])
            wrong += a[k] != 2 * k + 3 || a[k - 1] != 2 * k + 1 || a[k + 1] != 5;
        }
    }
    CHECK(wrong == 0);
    #pragma omp target exit data map(from: a)
    CHECK(a[0] == 3 && a[199] == 401 && a[200] == 5);

    /* A sum that stays on the device, with memory of the launch that the next one uses again. */
    #pragma omp target data map(from: total)
    {
        #pragma omp target map(tofrom: total)
        total = 0;
        for (int k = 0; k < 30; k++) {
            #pragma omp target teams distribute parallel for reduction(+: total) map(tofrom: total)
            for (int i = 0; i < 10000; i++)
                total += i % 7 + k;
        }
    }
    long expected = 0;
    for (int k = 0; k < 30; k++)
        for (int i = 0; i < 10000; i++)
            expected += i % 7 + k;
    CHECK(total == expected);
    return test_end();
}
