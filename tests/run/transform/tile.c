/* tile: every iteration once, in the order of the tiles, whatever the loop looks like. */
#include <limits.h>
#include "../test.h"

#define MOST 600
#define SIZE 3

#pragma omp declare target
static void log_it(int *log, int value)
{
    log[++log[0]] = value;
}

static void tiled_in_function(int *a, int n)
{
    #pragma omp critical
    {
        #pragma omp tile sizes(7)
        for (int i = 0; i < n; i++)
            a[i] += i;
    }
    #pragma omp barrier
    #pragma omp for schedule(dynamic)
    #pragma omp tile sizes(5)
    for (int i = 0; i < n; i++)
        a[i] += 2;
}
#pragma omp end declare target

/* The iterations of lo, lo + 1, ... below hi in each of two loops, tiled by s and t. */
static int wanted(int *log, int n, int m, int s, int t)
{
    int at = 0;
    for (int i = 0; i < n; i += s)
        for (int j = 0; j < m; j += t)
            for (int x = i; x < i + s && x < n; x++)
                for (int y = j; y < j + t && y < m; y++)
                    log[++at] = x * 100 + y;
    log[0] = at;
    return at;
}

int main(void)
{
    static int log[MOST], expected[MOST], a[MOST];
    const int sizes[] = {0, 1, 2, 3, 10, 20};
    for (int s = 0; s < 6; s++) {
        int n = sizes[s], m = n + 1;

        /* Two loops, alone. */
        memset(log, 0, sizeof log);
        memset(expected, 0, sizeof expected);
        wanted(expected, n, m, SIZE, 4);
        #pragma omp target map(tofrom: log)
        {
            #pragma omp tile sizes(SIZE, 4)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    log_it(log, i * 100 + j);
        }
        CHECK(!on_device() || memcmp(log, expected, sizeof log) == 0);
        CHECK(log[0] == n * m);

        /* Downward, with a step, of other types, with braces, continue, and a size that is computed. */
        memset(log, 0, sizeof log);
        memset(expected, 0, sizeof expected);
        {
            int at = 0, k = 0, count = (n + 1) / 2;
            for (; k < count; k++)
                if ((n - 2 * k) % 3)
                    expected[++at] = n - 2 * k;
            expected[0] = at;
        }
        int size = n / 3 + 1;
        (void)size;
        #pragma omp target map(tofrom: log)
        {
            #pragma omp tile sizes(size)
            for (long i = n; i > 0; i -= 2) {
                if (i % 3 == 0)
                    continue;
                log_it(log, (int)i);
            }
        }
        CHECK(memcmp(log, expected, sizeof log) == 0);

        /* Beneath worksharing: tiles are dealt. */
        memset(a, 0, sizeof a);
        #pragma omp target teams distribute parallel for map(tofrom: a)
        #pragma omp tile sizes(4)
        for (int i = 0; i < n; i++)
            a[i] += i;
        #pragma omp target parallel for collapse(2) num_threads(33) schedule(dynamic) map(tofrom: a)
        #pragma omp tile sizes(4, 3)
        for (int i = 0; i < n; i++) {
            for (short j = 0; j < m; j++) {
                #pragma omp atomic
                a[i] += j;
            }
        }
        #pragma omp target parallel for collapse(2) num_threads(7) map(tofrom: a)
        for (int i = 0; i < n; i++)
            #pragma omp tile sizes(2)
            for (unsigned char j = 10; j != 76; j++)
            {
                #pragma omp atomic
                a[i] += 1;
            }
        for (int i = 0; i < n; i++)
            CHECK(a[i] == i + m * (m - 1) / 2 + 66);

        /* A variable from outside, a pointer, a tile of tiles. */
        memset(a, 0, sizeof a);
        int *p, j;
        #pragma omp target parallel num_threads(20) map(tofrom: a) private(j)
        {
            #pragma omp for
            #pragma omp tile sizes(2)
            #pragma omp tile sizes(3)
            for (j = 0; j < n; j++)
                a[j] += j;
            #pragma omp for private(p)
            #pragma omp tile sizes(3)
            for (p = a; p < a + n; p += 2)
                *p += 5;
        }
        for (int i = 0; i < n; i++)
            CHECK(a[i] == i + (i % 2 ? 0 : 5));

        memset(a, 0, sizeof a);
        #pragma omp target parallel num_threads(33) map(tofrom: a)
        {
            tiled_in_function(a, n);
            #pragma omp for
            #pragma omp tile sizes(3)
            #pragma omp unroll partial(2)
            for (int i = 0; i < n; i++)
                a[i] += i;
        }
        for (int i = 0; i < n; i++)
            CHECK(a[i] == 34 * i + 2);
    }

    /* Near the limits. */
    int near = 0;
    unsigned sum = 0;
    #pragma omp target map(tofrom: near, sum)
    {
        #pragma omp tile sizes(16)
        for (int i = INT_MAX - 37; i < INT_MAX; i++)
            near++;
        #pragma omp tile sizes(16)
        for (int i = INT_MIN + 5; i >= INT_MIN + 1; i--)
            near++;
        #pragma omp tile sizes(1000)
        for (unsigned i = UINT_MAX - 20; i != 20; i++)
            sum += i;
        #pragma omp tile sizes(3)
        for (long long i = LLONG_MAX - 5; i < LLONG_MAX; i++)
            near++;
    }
    unsigned wanted_sum = 0;
    for (unsigned i = UINT_MAX - 20; i != 20; i++)
        wanted_sum += i;
    CHECK(near == 37 + 5 + 5 && sum == wanted_sum);
    return test_end();
}
