// host: skip
/* ordered: regions in the order of the iterations, under every schedule; iterations without one. (Behind a loop
 * with `nowait`, gcc 12's own library now and then breaks the order, or waits for ever: no reference.) */
#include "../test.h"

static int log_[1000];

static void clear(int *count)
{
    memset(log_, 0, sizeof log_);
    *count = 0;
}

static void check(int threads, int trips)
{
    int count = 0, chunk = 3, blocks = 0, wrong = 0;
    int squares[1000];

    clear(&count);
    #pragma omp target parallel for ordered num_threads(threads) map(tofrom: log_, count) map(from: squares)
    for (int i = 0; i < trips; i++) {
        squares[i] = i * i;
        #pragma omp ordered
        {
            int at = count++;
            log_[at] = i;
        }
        squares[i] += 1;
    }
    CHECK(count == trips);
    for (int i = 0; i < trips; i++)
        CHECK(log_[i] == i && squares[i] == i * i + 1);

    clear(&count);
    #pragma omp target parallel num_threads(threads) map(tofrom: log_, count, blocks, wrong)
    {
        // Some iterations have no such region, some end early.
        #pragma omp for ordered schedule(dynamic, chunk)
        for (int i = trips; i > 0; i--) {
            if (i % 5 == 0)
                continue;
            if (i % 2) {
                #pragma omp ordered
                log_[count++] = i;
            }
        }
        #pragma omp for ordered schedule(static, 2) nowait
        for (int i = 0; i < trips; i++) {
            #pragma omp ordered threads
            log_[count++] = i;
        }
        #pragma omp for ordered schedule(guided) collapse(2)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++) {
                #pragma omp ordered
                {
                    wrong |= blocks != i * 4 + j;
                    blocks++;
                }
            }
    }
    CHECK(blocks == 12 && wrong == 0);
    int at = 0;
    for (int i = trips; i > 0; i--)
        if (i % 5 && i % 2) {
            CHECK(log_[at] == i);
            at++;
        }
    for (int i = 0; i < trips; i++)
        CHECK(log_[at++] == i);
    CHECK(at == count);
}

int main(void)
{
    int threads[] = {1, 5, 32, 33, 95, 992};
    int trips[] = {0, 1, 31, 32, 33, 200};
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            check(threads[a], trips[b]);

    // Outside of a parallel region, and for one thread's lanes.
    int x = 0;
    #pragma omp target map(tofrom: x)
    {
        #pragma omp for ordered
        for (int i = 0; i < 10; i++) {
            #pragma omp ordered
            x = 3 * x + i;
        }
        #pragma omp simd
        for (int i = 0; i < 3; i++) {
            #pragma omp ordered simd
            x += i;
        }
    }
    int y = 0;
    for (int i = 0; i < 10; i++)
        y = 3 * y + i;
    CHECK(x == y + 3);
    return test_end();
}
