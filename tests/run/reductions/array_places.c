/* Long arrays that live in the region, reduced by teams, by nested regions, by one thread. */
#include "../test.h"

enum { n = 5000, bins = 300 };

static int a[n];
static int counts[bins], more[bins];

static int right(const int *found, int times)
{
    int want[bins] = {0}, bad = 0;
    for (int i = 0; i < n; i++)
        want[a[i] % bins] += times;
    for (int i = 0; i < bins; i++)
        bad += found[i] != want[i];
    return bad == 0;
}

int main(void)
{
    for (int i = 0; i < n; i++)
        a[i] = (i * 7919) % 1013;

    /* The original is the team's. */
    #pragma omp target map(to: a) map(from: counts)
    {
        int own[bins];
        for (int i = 0; i < bins; i++)
            own[i] = 0;
        #pragma omp parallel for reduction(+: own)
        for (int i = 0; i < n; i++)
            own[a[i] % bins]++;
        #pragma omp parallel num_threads(33)
        {
            #pragma omp for reduction(+: own)
            for (int i = 0; i < n; i++)
                own[a[i] % bins] += 2;
        }
        #pragma omp simd reduction(+: own)
        for (int i = 0; i < n; i++)
            own[a[i] % bins]++;
        for (int i = 0; i < bins; i++)
            counts[i] = own[i];
    }
    CHECK(right(counts, 4));

    /* In regions of several sizes, the second of which reads its copies. */
    int threads = 40;
    for (int i = 0; i < bins; i++)
        counts[i] = 0;
    #pragma omp target map(to: a) map(tofrom: counts)
    {
        threads += a[0];
        #pragma omp parallel for num_threads(threads) reduction(+: counts)
        for (int i = 0; i < n; i++)
            counts[a[i] % bins]++;
        threads *= 2;
        #pragma omp parallel for num_threads(threads) reduction(+: counts)
        for (int i = 0; i < n; i++)
            counts[a[i] % bins] += counts[a[i] % bins] < 0 ? 1000 : 1;
        #pragma omp parallel num_threads(2)
        {
            #pragma omp single
            {
                #pragma omp parallel for reduction(+: counts)
                for (int i = 0; i < n; i++)
                    counts[a[i] % bins]++;
            }
        }
    }
    CHECK(right(counts, 3));

    /* Each team adds its share. */
    for (int i = 0; i < bins; i++)
        counts[i] = more[i] = 0;
    #pragma omp target teams distribute num_teams(7) map(to: a) reduction(+: counts, more)
    for (int i = 0; i < n; i++) {
        counts[a[i] % bins]++;
        if (a[i] >= 0)
            more[a[i] % bins] = 1 + more[a[i] % bins];
    }
    CHECK(right(counts, 1) && right(more, 1));

    /* Threads of each team, team after team. */
    static int table[12][bins];
    #pragma omp target teams distribute num_teams(5) map(to: a) map(tofrom: table)
    for (int t = 0; t < 12; t++) {
        int *const row = table[t];
        #pragma omp parallel for reduction(+: row[0:bins])
        for (int i = 0; i < n; i++)
            row[a[i] % bins] += t;
    }
    for (int t = 0; t < 12; t++)
        CHECK(right(table[t], t));

    /* An array of variable length. */
    int length = bins;
    int variable[length];
    for (int i = 0; i < length; i++)
        variable[i] = 0;
    #pragma omp target teams distribute parallel for map(to: a) reduction(+: variable)
    for (int i = 0; i < n; i++)
        variable[a[i] % bins]++;
    CHECK(right(variable, 1));
    return test_end();
}
