/* sections: each once, any number of them, private copies, the last one's values. */
#include "../test.h"

static void check(int threads)
{
    int ran[5] = {0, 0, 0, 0, 0}, last = -1, both = 100, kept = 7, sum[3] = {0, 0, 0};
    int arr[4] = {1, 2, 3, 4};

    #pragma omp target parallel num_threads(threads) \
        map(tofrom: ran, last, both, kept, sum, arr)
    {
        #pragma omp sections
        {
            ran[0]++;
            #pragma omp section
            ran[1]++;
            #pragma omp section
            {
                int x = 1;
                ran[2] += x;
            }
            #pragma omp section
            {
                int x = 2;
                ran[3] += x;
            }
            #pragma omp section
            ran[4]++;
        }
        // What a section wrote is there for all.
        int me = omp_get_thread_num();
        if (ran[0] != 1 || ran[4] != 1 || ran[3] != 2)
            last = -1000 - me;

        #pragma omp sections lastprivate(last, both, arr) firstprivate(both, kept) nowait
        {
            #pragma omp section
            {
                last = 1;
                both += 1;
                arr[0] = 9;
            }
            #pragma omp section
            {
                last = 2;
                kept++;
                sum[0] = kept;
            }
            #pragma omp section
            {
                last = 3;
                both = 1000;
                for (int i = 0; i < 4; i++)
                    arr[i] = 10 * i;
            }
        }
        #pragma omp barrier
        #pragma omp sections private(kept)
        {
            #pragma omp section
            {
                kept = 5;
                sum[1] = kept;
            }
        }
        if (sum[1] != 5 || last != 3)
            sum[2] = 1;
    }
    CHECK(ran[0] == 1 && ran[1] == 1 && ran[2] == 1 && ran[3] == 2 && ran[4] == 1);
    CHECK(last == 3);
    CHECK(both == 1000);
    CHECK(kept == 7);
    CHECK(sum[0] == 8 && sum[1] == 5 && sum[2] == 0);
    CHECK(arr[0] == 0 && arr[3] == 30);
}

/* Threads that work on each other's flags: every section has a thread of its own where there are enough. */
static void many(int threads)
{
    int who[8];
    #pragma omp target map(from: who)
    {
        #pragma omp parallel sections num_threads(threads)
        {
            #pragma omp section
            who[0] = omp_get_thread_num();
            #pragma omp section
            who[1] = omp_get_thread_num();
            #pragma omp section
            who[2] = omp_get_thread_num();
            #pragma omp section
            who[3] = omp_get_thread_num();
            #pragma omp section
            who[4] = omp_get_thread_num();
            #pragma omp section
            who[5] = omp_get_thread_num();
            #pragma omp section
            who[6] = omp_get_thread_num();
            #pragma omp section
            who[7] = omp_get_thread_num();
        }
    }
    for (int i = 0; i < 8; i++) {
        CHECK(who[i] >= 0 && who[i] < threads);
        for (int j = 0; on_device() && j < i; j++)
            CHECK(threads < 8 || who[i] != who[j]);
    }
}

int main(void)
{
    int counts[] = {1, 5, 32, 33, 95, 992};
    for (int i = 0; i < 6; i++) {
        check(counts[i]);
        many(counts[i]);
    }
    // Outside of a parallel region: one after the other.
    int order[3] = {0, 0, 0}, x = 0, n = 0;
    #pragma omp target map(tofrom: order, x, n)
    {
        #pragma omp sections lastprivate(x)
        {
            #pragma omp section
            {
                int t = 1;
                order[0] = n += t;
                x = 1;
            }
            #pragma omp section
            {
                int t = 1;
                order[1] = n += t;
                x = 2;
            }
        }
        #pragma omp parallel for num_threads(7)
        for (int i = 0; i < 100; i++)
            if (i == 50)
                order[2] = x;
    }
    CHECK(order[0] == 1 && order[1] == 2 && order[2] == 2 && x == 2);
    return test_end();
}
