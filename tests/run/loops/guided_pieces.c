/* schedule(guided, chunk): each iteration once, and no piece but the last is shorter than a chunk, whatever
 * the number of threads. */
#include "../test.h"

enum { MOST = 5000 };

static int hits[MOST], owner[MOST];

static void one(int n, int threads, int chunk)
{
    memset(hits, 0, sizeof hits);
    memset(owner, -1, sizeof owner);
    #pragma omp target parallel for schedule(guided, chunk) num_threads(threads) map(tofrom: hits, owner)
    for (int i = 0; i < n; i++) {
        hits[i]++;
        owner[i] = omp_get_thread_num();
    }
    int length = 0;
    for (int i = 0; i < MOST; i++) {
        CHECK(hits[i] == (i < n));
        if (i > 0 && i < n && owner[i] != owner[i - 1]) {
            CHECK(length >= chunk);
            length = 0;
        }
        length++;
    }
}

int main(void)
{
    const int threads[] = {1, 2, 5, 32, 33, 95, 992}, trips[] = {0, 1, 33, 992, 2001, 4999}, chunks[] = {1, 7, 100, 6000};
    for (unsigned t = 0; t < sizeof threads / sizeof *threads; t++)
        for (unsigned n = 0; n < sizeof trips / sizeof *trips; n++)
            for (unsigned c = 0; c < sizeof chunks / sizeof *chunks; c++)
                /* The host has no 992 threads to spare. */
                one(trips[n], on_device() || threads[t] < 40 ? threads[t] : 4, chunks[c]);
    return test_end();
}
