/* `ordered` regions in functions: the loop is the caller's, if there is one. */
#include "../test.h"

enum { n = 501 };

static int log_[n], count;

static void append(int *log, int *count, int i)
{
    #pragma omp ordered
    {
        log[*count] = i;
        ++*count;
    }
}

/* Not in every iteration, and one call further. */
static void perhaps(int *log, int *count, int i)
{
    if (i % 3 == 1)
        append(log, count, i);
}

/* The loop is in a function, too. */
static void loop(int m, int *log, int *count)
{
    #pragma omp for ordered schedule(dynamic, 3)
    for (int i = 0; i < m; i++)
        perhaps(log, count, i);
}

/* A region of its own, with a loop of its own, inside of a loop in order. */
static void inner(int *sum, int i)
{
    int own = 0, log[4];
    #pragma omp parallel for ordered num_threads(4)
    for (int j = 0; j < 4; j++)
        append(log, &own, i + j);
    #pragma omp atomic
    *sum += own == 4 && log[0] == i && log[3] == i + 3;
}

static int in_order(int every, int from)
{
    int bad = 0;
    for (int i = 0; i < count; i++)
        bad += log_[i] != every * i + from;
    return bad == 0;
}

int main(void)
{
    int sizes[] = {1, 2, 31, 32, 33, 95, 256};
    for (int s = 0; s < 7; s++) {
        const int threads = sizes[s];
        count = 0;
        #pragma omp target parallel for ordered num_threads(threads) map(tofrom: log_, count)
        for (int i = 0; i < n; i++)
            append(log_, &count, i);
        CHECK(count == n && in_order(1, 0));

        count = 0;
        #pragma omp target parallel for ordered schedule(static, 1) num_threads(threads) map(tofrom: log_, count)
        for (int i = 0; i < n; i++)
            perhaps(log_, &count, i);
        CHECK(count == n / 3 && in_order(3, 1));

        /* From a sequential part, and again; calls that no loop is around. */
        count = 0;
        int sum = 0;
        #pragma omp target map(tofrom: log_, count, sum)
        {
            append(log_, &count, 0);
            int size = threads + count - 1;
            #pragma omp parallel num_threads(size)
            {
                #pragma omp for ordered schedule(guided)
                for (int i = 1; i < 100; i++)
                    append(log_, &count, i);
                #pragma omp single
                log_[count++] = 100;
                #pragma omp for ordered collapse(2)
                for (int i = 0; i < 10; i++)
                    for (int j = 0; j < 3; j++)
                        append(log_, &count, 101 + 3 * i + j);
                #pragma omp barrier
                #pragma omp for ordered
                for (int i = 0; i < 8; i++) {
                    inner(&sum, i);
                    append(log_, &count, 131 + i);
                }
            }
            append(log_, &count, 139);
        }
        CHECK(count == 140 && in_order(1, 0));
        CHECK(sum == 8);

        /* The whole loop in a function, by a team and by one thread. */
        count = 0;
        #pragma omp target parallel num_threads(threads) map(tofrom: log_, count)
        loop(n, log_, &count);
        CHECK(count == n / 3 && in_order(3, 1));
        count = 0;
        #pragma omp target map(tofrom: log_, count)
        loop(n, log_, &count);
        CHECK(count == n / 3 && in_order(3, 1));

        /* Loop and call beside a region in the same text: one or the other. */
        count = 0;
        #pragma omp target parallel for ordered num_threads(threads) map(tofrom: log_, count)
        for (int i = 0; i < n; i++) {
            if (i % 2)
                append(log_, &count, i);
            else {
                #pragma omp ordered
                log_[count++] = i;
            }
        }
        CHECK(count == n && in_order(1, 0));
    }

    /* Each team its own order. */
    static int logs[6][60], counts[6];
    #pragma omp target teams distribute num_teams(6) thread_limit(64) map(tofrom: logs, counts)
    for (int t = 0; t < 6; t++) {
        #pragma omp parallel for ordered num_threads(33) schedule(dynamic)
        for (int i = 0; i < 60; i++)
            append(logs[t], &counts[t], i);
    }
    for (int t = 0; t < 6; t++) {
        int bad = counts[t] != 60;
        for (int i = 0; i < 60; i++)
            bad += logs[t][i] != i;
        CHECK(bad == 0);
    }
    return test_end();
}
