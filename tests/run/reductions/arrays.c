/* Arrays and sections of them: a copy a thread, the originals' values in the result. */
#include "../test.h"

enum { n = 4000 };

static void behind_pointer(const int *a, long *bins, double *means)
{
    #pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(+: bins[0:8]) reduction(max: means[2:3])
    for (int i = 0; i < n; i++) {
        bins[a[i] % 8] += a[i];
        if (a[i] > means[2 + i % 3])
            means[2 + i % 3] = a[i];
    }
}

int main(void)
{
    static int a[n];
    long want[8] = {0};
    double most[3] = {-1, -1, -1};
    for (int i = 0; i < n; i++) {
        a[i] = (i * 7919) % 1013;
        want[a[i] % 8] += a[i];
        if (a[i] > most[i % 3])
            most[i % 3] = a[i];
    }

    long bins[8];
    for (int i = 0; i < 8; i++)
        bins[i] = i;
    #pragma omp target teams distribute parallel for map(to: a) reduction(+: bins)
    for (int i = 0; i < n; i++)
        bins[a[i] % 8] += a[i];
    for (int i = 0; i < 8; i++)
        CHECK(bins[i] == want[i] + i);

    /* Part of an array, the rest of which keeps its values. */
    long wide[20];
    for (int i = 0; i < 20; i++)
        wide[i] = 100 + i;
    #pragma omp target parallel for num_threads(45) map(to: a) map(tofrom: wide) reduction(+: wide[5:8])
    for (int i = 0; i < n; i++)
        wide[5 + a[i] % 8] += a[i];
    for (int i = 0; i < 20; i++)
        CHECK(wide[i] == 100 + i + (i >= 5 && i < 13 ? want[i - 5] : 0));

    long heap[8];
    double means[6] = {7, 7, -1, -1, 5000, 7};
    for (int i = 0; i < 8; i++)
        heap[i] = -i;
    behind_pointer(a, heap, means);
    for (int i = 0; i < 8; i++)
        CHECK(heap[i] == want[i] - i);
    CHECK(means[2] == most[0] && means[3] == most[1] && means[4] == 5000);
    CHECK(means[0] == 7 && means[1] == 7 && means[5] == 7);

    /* With scalars, in worksharing loops, of one team. */
    unsigned char flags[5] = {0, 0, 0, 64, 0};
    int count = 0;
    #pragma omp target parallel num_threads(33) map(to: a) map(tofrom: flags, count)
    {
        #pragma omp for reduction(|: flags) reduction(+: count)
        for (int i = 0; i < n; i++) {
            flags[i % 5] |= 1 << (i % 3);
            count++;
        }
    }
    CHECK(count == n);
    for (int i = 0; i < 5; i++)
        CHECK(flags[i] == (i == 3 ? 71 : 7));

    /* The team's copy, which its threads share. */
    int hits[3] = {0};
    #pragma omp target teams num_teams(4) reduction(+: hits)
    {
        #pragma omp distribute parallel for reduction(+: hits)
        for (int i = 0; i < n; i++)
            hits[i % 3]++;
    }
    CHECK(hits[0] == 1334 && hits[1] == 1333 && hits[2] == 1333);
    return test_end();
}
