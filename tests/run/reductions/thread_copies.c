/* Arrays that the body reads, or hands to functions: each thread has a copy. */
#include "../test.h"
#include <stdlib.h>

enum { n = 3000 };

static int a[n];

#pragma omp declare target
static void count(int *counts, int value, int length)
{
    counts[value % length] += value;
}
#pragma omp end declare target

static void over_league(int *counts, int length, int *others, int shift)
{
    int seen = 0, more = length + 1;
    #pragma omp target teams distribute parallel for map(to: a) reduction(+: counts[0:length], seen) \
        reduction(max: others[shift:more])
    for (int i = 0; i < n; i++) {
        count(counts, a[i], length);
        int *at = &others[shift + a[i] % (length + 1)];
        if (*at < a[i])
            *at = a[i];
        seen++;
    }
    CHECK(seen == n);
}

static void over_team(int *counts, int length, int threads)
{
    #pragma omp target map(to: a) map(tofrom: counts[0:length])
    {
        #pragma omp parallel num_threads(threads)
        {
            for (int again = 0; again < 2; again++) {
                #pragma omp for reduction(+: counts[0:length])
                for (int i = 0; i < n; i++)
                    count(counts, a[i], length);
            }
        }
    }
}

int main(void)
{
    static const int lengths[] = {1, 2, 70, 1000};
    static const int threads[] = {1, 33, 95, 256};
    for (int i = 0; i < n; i++)
        a[i] = (i * 7919) % 1013;
    for (int t = 0; t < 4; t++) {
        int length = lengths[t], bad = 0;
        int *counts = calloc(length, sizeof *counts), *want = calloc(length, sizeof *want);
        int *others = calloc(length + 4, sizeof *others), *greatest = calloc(length + 4, sizeof *others);
        for (int i = 0; i < length; i++)
            counts[i] = want[i] = -i;
        for (int i = 0; i < n; i++) {
            count(want, a[i], length);
            if (greatest[2 + a[i] % (length + 1)] < a[i])
                greatest[2 + a[i] % (length + 1)] = a[i];
        }
        over_league(counts, length, others, 2);
        for (int i = 0; i < length; i++)
            bad += counts[i] != want[i];
        for (int i = 0; i < length + 4; i++)
            bad += others[i] != greatest[i];
        CHECK(bad == 0);
        over_team(counts, length, threads[t]);
        bad = 0;
        for (int i = 0; i < n; i++) {
            count(want, a[i], length);
            count(want, a[i], length);
        }
        for (int i = 0; i < length; i++)
            bad += counts[i] != want[i];
        CHECK(bad == 0);
        free(counts);
        free(want);
        free(others);
        free(greatest);
    }

    /* Rows, with a product that is exact in any order. */
    static double table[20][5];
    for (int i = 0; i < 100; i++)
        table[i / 5][i % 5] = 3;
    #pragma omp target teams distribute parallel for num_teams(3) reduction(*: table[4:12])
    for (int i = 0; i < 120; i++) {
        double *const row = table[4 + i % 12];
        for (int j = 0; j < 5; j++)
            row[j] *= 2;
    }
    int bad = 0;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 5; j++)
            bad += table[i][j] != (i >= 4 && i < 16 ? 3072 : 3);
    CHECK(bad == 0);

    /* `&&` has no atomic update. */
    static int flags[200];
    for (int i = 0; i < 200; i++)
        flags[i] = 2;
    #pragma omp target parallel for map(to: a) reduction(&&: flags)
    for (int i = 0; i < n; i++)
        flags[i % 200] = flags[i % 200] && i != 1107;
    bad = 0;
    for (int i = 0; i < 200; i++)
        bad += flags[i] != (i != 107);
    CHECK(bad == 0);
    return test_end();
}
