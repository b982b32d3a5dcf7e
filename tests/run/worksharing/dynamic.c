/* schedule(dynamic) and schedule(guided): each iteration once, whatever the chunk, with nobody waiting. */
#include "../test.h"

enum { most = 1000 };
static int hits[most], many[10][most], third[most];

static void same(const int *a, int trips, int each)
{
    for (int i = 0; i < most; i++)
        CHECK(a[i] == (i < trips ? each : 0));
}

static void one(int threads, int trips, int chunk)
{
    memset(hits, 0, sizeof hits);
    memset(many, 0, sizeof many);
    memset(third, 0, sizeof third);
    int wrong = 0;

    #pragma omp target parallel num_threads(threads) map(tofrom: hits, many, third, wrong)
    {
        int before = -1;
        #pragma omp for schedule(dynamic, chunk)
        for (int i = 0; i < trips; i++) {
            hits[i]++;
            if (i <= before)
                wrong = 1;
            before = i;
        }
        if (trips && hits[trips - 1] != 1)
            wrong = 2;
        // Ten in flight: no thread waits at the end of one.
        for (int r = 0; r < 10; r++) {
            #pragma omp for schedule(guided, chunk) nowait
            for (long i = trips; i > 0; i--)
                many[r][i - 1]++;
        }
        #pragma omp for schedule(dynamic) nowait
        for (unsigned i = 0; i < (unsigned)trips; i++) {
            if (i % 3 == 0)
                continue;
            third[i] = 5;
        }
    }
    CHECK(wrong == 0);
    same(hits, trips, 1);
    for (int r = 0; r < 10; r++)
        same(many[r], trips, 1);
    for (int i = 0; i < most; i++)
        CHECK(third[i] == (i < trips && i % 3 ? 5 : 0));
}

int main(void)
{
    int threads[] = {1, 5, 32, 33, 95, 992};
    int trips[] = {0, 1, 31, 32, 33, 1000};
    int chunks[] = {1, 7, 2000};
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            for (int c = 0; c < 3; c++)
                one(threads[a], trips[b], chunks[c]);

    // Over several teams, collapsed, with the last value, and outside of a parallel region.
    memset(hits, 0, sizeof hits);
    #pragma omp target teams distribute parallel for schedule(dynamic, 3) map(tofrom: hits)
    for (int i = 0; i < most; i++)
        hits[i]++;
    same(hits, most, 1);
    memset(hits, 0, sizeof hits);
    #pragma omp target teams distribute parallel for collapse(2) dist_schedule(static, 50) schedule(guided) \
        map(tofrom: hits)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 100; j++)
            hits[100 * i + j]++;
    same(hits, most, 1);
    int last = 0, x = 0;
    #pragma omp target parallel for schedule(dynamic, 7) lastprivate(last) num_threads(40)
    for (int i = 0; i < 500; i++)
        last = 2 * i;
    CHECK(last == 998);
    #pragma omp target map(tofrom: x)
    {
        #pragma omp for schedule(dynamic)
        for (int i = 0; i < 10; i++)
            x += i;
    }
    CHECK(x == 45);
    return test_end();
}
