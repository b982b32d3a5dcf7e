/* Arrays larger than a thread keeps in registers: updated atomically where the body does nothing else. */
#include "../test.h"
#include <stdlib.h>

enum { n = 20000, bins = 4096, huge = 30000 };

static int a[n];
static int hist[bins];
static long far[huge];
static int grid[6][7][8];
static double sums[100];
static float least[70], most[70];
static unsigned char small[300];

struct of { int *counts; int length; };

static void of_length(int *counts, int from, int length)
{
    #pragma omp target teams distribute parallel for map(to: a) reduction(+: counts[from:length])
    for (int i = 0; i < n; i++)
        counts[from + a[i] % length]++;
}

static void of_one_team(long *counts, int length, int threads)
{
    #pragma omp target parallel for num_threads(threads) map(to: a) reduction(+: counts[:length])
    for (int i = 0; i < n; i++) {
        if (a[i] % 3 == 0)
            counts[a[i] % length] -= a[i];
        else
            counts[a[i] % length] = 2 + counts[a[i] % length];
    }
}

static void lengths(void)
{
    static const int tried[] = {1, 31, 100, 4096, 9000, 20000};
    for (int t = 0; t < 6; t++) {
        int length = tried[t], bad = 0;
        int *counts = malloc((length + 5) * sizeof *counts), *want = malloc((length + 5) * sizeof *want);
        for (int i = 0; i < length + 5; i++)
            counts[i] = want[i] = i;
        for (int i = 0; i < n; i++)
            want[3 + a[i] % length]++;
        of_length(counts, 3, length);
        for (int i = 0; i < length + 5; i++)
            bad += counts[i] != want[i];
        CHECK(bad == 0);
        free(counts);
        free(want);
    }
    static const int threads[] = {1, 32, 33, 95, 992};
    for (int t = 0; t < 5; t++) {
        int length = tried[t], bad = 0;
        long *counts = calloc(length, sizeof *counts), *want = calloc(length, sizeof *want);
        for (int i = 0; i < n; i++)
            want[a[i] % length] += a[i] % 3 == 0 ? -a[i] : 2;
        of_one_team(counts, length, threads[t]);
        for (int i = 0; i < length; i++)
            bad += counts[i] != want[i];
        CHECK(bad == 0);
        free(counts);
        free(want);
    }
}

int main(void)
{
    static int want[bins];
    static long want_far[huge];
    static int want_grid[6][7][8];
    int bad = 0;
    for (int i = 0; i < n; i++)
        a[i] = (i * 7919) % 10007;
    for (int i = 0; i < bins; i++)
        want[i] = hist[i] = i;
    for (int i = 0; i < n; i++) {
        want[a[i] % bins]++;
        want_far[a[i] * 2] += i;
        want_grid[a[i] % 6][a[i] % 7][a[i] % 8] ^= i;
    }

    #pragma omp target teams distribute parallel for map(to: a) reduction(+: hist)
    for (int i = 0; i < n; i++)
        hist[a[i] % bins]++;
    for (int i = 0; i < bins; i++)
        bad += hist[i] != want[i];
    CHECK(bad == 0);

    /* No room in shared memory, and a scalar beside. */
    long all = 5;
    #pragma omp target teams distribute parallel for map(to: a) reduction(+: far, all)
    for (int i = 0; i < n; i++) {
        far[a[i] * 2] += i;
        all += i;
    }
    bad = all != 5 + (long)n * (n - 1) / 2;
    for (int i = 0; i < huge; i++)
        bad += far[i] != want_far[i];
    CHECK(bad == 0);

    #pragma omp target teams distribute parallel for map(to: a) reduction(^: grid)
    for (int i = 0; i < n; i++)
        grid[a[i] % 6][a[i] % 7][a[i] % 8] ^= i;
    bad = 0;
    for (int i = 0; i < 6 * 7 * 8; i++)
        bad += (&grid[0][0][0])[i] != (&want_grid[0][0][0])[i];
    CHECK(bad == 0);

    /* Rows of it. */
    #pragma omp target parallel for map(to: a) map(tofrom: grid) reduction(^: grid[2:3][:][0:8])
    for (int i = 0; i < n; i++)
        grid[2 + a[i] % 3][a[i] % 7][a[i] % 8] ^= i;
    for (int i = 0; i < n; i++)
        want_grid[2 + a[i] % 3][a[i] % 7][a[i] % 8] ^= i;
    bad = 0;
    for (int i = 0; i < 6 * 7 * 8; i++)
        bad += (&grid[0][0][0])[i] != (&want_grid[0][0][0])[i];
    CHECK(bad == 0);

    /* Least and greatest, by if and by ?:, several arrays in a parallel region, twice. */
    for (int i = 0; i < 70; i++)
        least[i] = 50, most[i] = 9900;
    #pragma omp target parallel num_threads(95) map(to: a) map(tofrom: least, most, small)
    for (int again = 0; again < 2; again++) {
        #pragma omp for reduction(min: least) reduction(max: most) reduction(|: small)
        for (int i = 0; i < n; i++) {
            if (a[i] < least[i % 70])
                least[i % 70] = a[i];
            most[i % 70] = most[i % 70] < a[i] ? a[i] : most[i % 70];
            small[i % 300] |= 1 << a[i] % 8;
        }
    }
    static float want_least[70], want_most[70];
    static unsigned char want_small[300];
    for (int i = 0; i < 70; i++)
        want_least[i] = 50, want_most[i] = 9900;
    for (int i = 0; i < n; i++) {
        if (a[i] < want_least[i % 70])
            want_least[i % 70] = a[i];
        if (a[i] > want_most[i % 70])
            want_most[i % 70] = a[i];
        want_small[i % 300] |= 1 << a[i] % 8;
    }
    bad = 0;
    for (int i = 0; i < 70; i++)
        bad += least[i] != want_least[i] || most[i] != want_most[i];
    for (int i = 0; i < 300; i++)
        bad += small[i] != want_small[i];
    CHECK(bad == 0);

    /* Halves add up exactly. */
    double *const part = sums;
    #pragma omp target teams distribute parallel for map(to: a) reduction(+: part[10:80])
    for (int i = 0; i < n; i++)
        part[10 + i % 80] += 0.5;
    bad = 0;
    for (int i = 0; i < 100; i++)
        bad += sums[i] != (i >= 10 && i < 90 ? n / 80 * 0.5 : 0);
    /* gcc 12 on a host of several threads loses updates of a section behind a pointer here. */
    CHECK(bad == 0 || !on_device());

    /* No iteration; one thread. */
    #pragma omp target teams distribute parallel for reduction(+: hist)
    for (int i = 0; i < 0; i++)
        hist[i]++;
    #pragma omp target map(to: a) map(tofrom: hist)
    {
        #pragma omp simd reduction(+: hist)
        for (int i = 0; i < n; i++)
            hist[a[i] % bins] -= 1;
    }
    bad = 0;
    for (int i = 0; i < bins; i++)
        bad += hist[i] != i;
    CHECK(bad == 0);
    lengths();
    return test_end();
}
