/* ordered(n): iterations that wait for earlier ones, in one and two loops, by every schedule, upward and
 * downward, with steps, vectors outside of the loops and iterations without a source. */
#include "../test.h"

#define N 150
#define M 37

static long long chain[3000], table[N][M], expected[N][M];

static void one(int n, int threads)
{
    for (int i = 0; i < 3000; i++)
        chain[i] = 0;
    #pragma omp target parallel for ordered(1) num_threads(threads) map(tofrom: chain)
    for (int i = 0; i < n; i++) {
        long long own = i % 7;
        #pragma omp ordered depend(sink: i - 1)
        chain[i] = own + (i > 0 ? chain[i - 1] : 0);
        #pragma omp ordered depend(source)
    }
    long long sum = 0;
    for (int i = 0; i < n; i++)
        CHECK(chain[i] == (sum += i % 7));
}

static void far(int n, int threads, int chunk)
{
    #pragma omp target parallel num_threads(threads) map(tofrom: chain)
    {
        #pragma omp for ordered(1) schedule(dynamic, chunk)
        for (int i = 0; i < n; i++) {
            #pragma omp ordered depend(sink: i - 5) depend(sink: i - 3)
            chain[i] = i < 5 ? i : chain[i - 5] + chain[i - 3];
            #pragma omp ordered depend(source)
        }
        /* Another one at once: nothing of the first is left. */
        #pragma omp for ordered(1) schedule(guided)
        for (int i = n - 1; i >= 0; i--) {
            #pragma omp ordered depend(sink: i + 2)
            chain[i] = i + 2 < n ? chain[i + 2] + 1 : 0;
            #pragma omp ordered depend(source)
        }
    }
    for (int i = 0; i < n; i++)
        CHECK(chain[i] == (n - 1 - i) / 2);
}

static void fill_expected(int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            expected[i][j] = i == 0 || j == 0 ? i + j + 1
                                              : (expected[i - 1][j] + expected[i][j - 1] * 3) % 1000003;
}

static int same(int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (table[i][j] != expected[i][j])
                return 0;
    return 1;
}

static void wavefront(int n, int m, int threads)
{
    fill_expected(n, m);
    memset(table, 0, sizeof table);
    #pragma omp target map(tofrom: table)
    #pragma omp parallel num_threads(threads)
    {
        #pragma omp for ordered(2) schedule(static, 1)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                #pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
                table[i][j] = i == 0 || j == 0 ? i + j + 1
                                               : (table[i - 1][j] + table[i][j - 1] * 3) % 1000003;
                #pragma omp ordered depend(source)
            }
    }
    CHECK(same(n, m));
}

/* gcc's own waits for ever where an iteration has no source. */
static void without_source(int n, int m, int threads)
{
    memset(table, 0, sizeof table);
    fill_expected(n, m);
    /* Plain static, and no source where the row ends. */
    #pragma omp target parallel for ordered(2) schedule(static) num_threads(threads) map(tofrom: table)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            #pragma omp ordered depend(sink: i - 1, j)
            table[i][j] = i == 0 || j == 0 ? i + j + 1
                                           : (table[i - 1][j] + table[i][j - 1] * 3) % 1000003;
            if (j + 1 == m)
                continue;
            #pragma omp ordered depend(source)
        }
    CHECK(same(n, m));
}

/* Steps. */
static void steps(int threads)
{
    int seen = 0, wrong = 0, done[1000];
    memset(done, 0, sizeof done);
    #pragma omp target parallel for ordered(1) num_threads(threads) map(tofrom: done, seen, wrong)
    for (int i = 10; i < 1000; i += 4) {
        #pragma omp ordered depend(sink: i - 8)
        if (i >= 18 && !done[i - 8]) {
            #pragma omp atomic
            wrong++;
        }
        done[i] = 1;
        #pragma omp ordered depend(source)
        #pragma omp atomic
        seen++;
    }
    CHECK(wrong == 0 && seen == 248);
}

#pragma omp declare target
static void prefix(int n, long long *x)
{
    #pragma omp for ordered(1)
    for (int i = 1; i < n; i++) {
        #pragma omp ordered depend(sink: i - 1)
        x[i] += x[i - 1];
        #pragma omp ordered depend(source)
    }
}
#pragma omp end declare target

static void in_functions(int n)
{
    for (int i = 0; i < n; i++)
        chain[i] = 1;
    #pragma omp target map(tofrom: chain)
    {
        #pragma omp parallel num_threads(40)
        prefix(n, chain);
        prefix(n, chain);
    }
    for (int i = 0; i < n; i++)
        CHECK(chain[i] == (long long)(i + 1) * (i + 2) / 2);
}

int main(void)
{
    int sizes[] = {1, 2, 33, 64, 95, 992}, most = on_device() ? 992 : 4;
    for (int s = 0; s < 6 && sizes[s] <= most; s++) {
        one(0, sizes[s]);
        one(1, sizes[s]);
        one(2500, sizes[s]);
        far(700, sizes[s], 1);
        far(701, sizes[s], 3);
        wavefront(N, M, sizes[s]);
        wavefront(3, 2, sizes[s]);
        if (on_device())
            wavefront(5, 0, sizes[s]); /* gcc does not check its own ones for zero trips */
        if (on_device())
            without_source(N, M, sizes[s]);
        steps(sizes[s]);
    }
    in_functions(300);
    return test_end();
}
