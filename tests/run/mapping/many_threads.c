// Sixteen threads of the host map, update and unmap at once: data of their own, and some that all of them share.
#include "../test.h"

enum { THREADS = 16, ROUNDS = 40, N = 200 };

static int shared_by_all[N], rows[THREADS][N];

static int one_round(int thread, int round, int *own)
{
    int bad = 0, sum = 0, *common = shared_by_all;
    for (int i = 0; i < N; i++)
        own[i] = i + round;
    #pragma omp target enter data map(to: own[0:N])
    #pragma omp target data map(to: common[0:N])
    {
        #pragma omp target map(from: sum)
        {
            sum = 0;
            for (int i = 0; i < N; i++)
                sum += common[i] + own[i];
        }
        bad += sum != N * (N - 1) / 2 * 2 + N * round;
        own[0] = thread;
        #pragma omp target update to(own[0:1])
        #pragma omp target
        own[1] += own[0];
        #pragma omp target update from(own[1:1])
        bad += own[1] != 1 + round + thread;
    }
    /* Rows of one array, which all threads map: each its own part of one piece of memory, or all of it. */
    #pragma omp target map(tofrom: rows[thread][0:N])
    rows[thread][round % N]++;
    #pragma omp target exit data map(from: own[0:N])
    bad += own[0] != thread;
    return bad;
}

int main(void)
{
    int bad = 0;
    for (int i = 0; i < N; i++)
        shared_by_all[i] = i;
    #pragma omp parallel num_threads(THREADS) reduction(+: bad)
    {
        int *own = malloc(N * sizeof *own), thread = omp_get_thread_num();
        for (int round = 0; round < ROUNDS; round++)
            bad += one_round(thread, round, own);
        free(own);
    }
    CHECK(bad == 0);
    /* All updates of one entry at once. */
    #pragma omp target data map(tofrom: rows)
    {
        #pragma omp parallel for num_threads(THREADS)
        for (int t = 0; t < THREADS; t++) {
            for (int round = 0; round < ROUNDS; round++) {
                rows[t][N - 1] = round;
                #pragma omp target update to(rows[t][N - 1:1])
                #pragma omp target
                rows[t][N - 2] += rows[t][N - 1];
            }
            #pragma omp target update from(rows[t][N - 2:1])
        }
    }
    int wrong = 0;
    for (int t = 0; t < THREADS; t++)
        wrong += rows[t][0] != 1 || rows[t][ROUNDS - 1] != 1 || rows[t][N - 2] != ROUNDS * (ROUNDS - 1) / 2;
    CHECK(wrong == 0);
    return test_end();
}
