// Several parallel regions of one kernel with `num_threads` of values that the host knows at the launch: each has as
// many threads as it asks for.
#include "../test.h"
#define N 2000

static int a[N], got[8 * 16];

#pragma omp declare target
static int my_share(int n)
{
    int count = 0;
    for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
        count++;
    return count;
}
#pragma omp end declare target

/* The same number for all. */
static void same(int teams, int threads)
{
    memset(got, 0, sizeof got);
    #pragma omp target teams distribute map(tofrom: a, got) num_teams(teams)
    for (int i = 0; i < teams; i++) {
        long sum = 0;
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp masked
            got[i * 8] = omp_get_num_threads();
            #pragma omp for reduction(+: sum)
            for (int j = 0; j < 100; j++)
                sum += j * i;
        }
        got[i * 8 + 1] = sum;
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp masked
            got[i * 8 + 2] = omp_get_num_threads();
            int mine = my_share(1000);
            #pragma omp atomic
            got[i * 8 + 3] += mine;
        }
    }
    for (int i = 0; i < teams; i++) {
        CHECK(got[i * 8] == threads && got[i * 8 + 2] == threads);
        CHECK(got[i * 8 + 1] == 4950 * i && got[i * 8 + 3] == 1000);
    }
}

/* Other numbers, a constant, and none. */
static void other(int one, int two, int condition)
{
    int counts[5] = { 0 };
    #pragma omp target map(from: counts) map(tofrom: a)
    {
        int sequential = a[0];
        #pragma omp parallel num_threads(one)
        {
            #pragma omp masked
            counts[0] = omp_get_num_threads();
            #pragma omp for
            for (int i = 0; i < N; i++)
                a[i] += sequential;
        }
        counts[4] = a[0];
        #pragma omp parallel num_threads(two + 1) if (condition)
        {
            #pragma omp masked
            counts[1] = omp_get_num_threads();
            #pragma omp for
            for (int i = 0; i < N; i++)
                a[i] *= 2;
        }
        #pragma omp parallel num_threads(40)
        {
            #pragma omp masked
            counts[2] = omp_get_num_threads();
            #pragma omp for
            for (int i = 0; i < N; i++)
                a[i] -= 1;
        }
        #pragma omp parallel
        {
            #pragma omp masked
            counts[3] = omp_get_num_threads();
            #pragma omp for
            for (int i = 0; i < N; i++)
                a[i] -= 1;
        }
    }
    CHECK(counts[0] == one && counts[1] == (condition ? two + 1 : 1) && counts[2] == 40);
    CHECK(counts[3] >= 1);
}

/* A limit holds for all; a number that no region is encountered with need not be positive. */
static void limited(int threads, int limit)
{
    int counts[2] = { 0 };
    #pragma omp target teams num_teams(1) thread_limit(limit) map(tofrom: counts)
    {
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp masked
            counts[0] = omp_get_num_threads();
        }
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp masked
            counts[1] = omp_get_num_threads();
        }
    }
    int most = threads < limit ? threads : limit;
    CHECK(counts[0] >= 1 && counts[0] <= most && counts[1] == counts[0]);
}

static void none(int n)
{
    int count = 0;
    #pragma omp target map(tofrom: count)
    for (int i = 0; i < n; i++) {
        #pragma omp parallel for num_threads(n) reduction(+: count)
        for (int j = 0; j < 10; j++)
            count++;
        #pragma omp parallel for num_threads(n) reduction(+: count)
        for (int j = 0; j < 10; j++)
            count++;
    }
    CHECK(count == 20 * n);
}

/* A number that the region changes is that of the moment. */
static void changed(int threads)
{
    int counts[2] = { 0 };
    #pragma omp target firstprivate(threads) map(from: counts)
    {
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp masked
            counts[0] = omp_get_num_threads();
        }
        threads += 3;
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp masked
            counts[1] = omp_get_num_threads();
        }
    }
    CHECK(counts[0] == threads && counts[1] == threads + 3);
}

int main(void)
{
    same(5, 1);
    same(5, 7);
    same(16, 33);
    same(3, 512);
    int expected = 1;
    for (int i = 0; i < N; i++)
        a[i] = 1;
    const int sizes[][3] = { { 1, 1, 1 }, { 8, 100, 1 }, { 300, 64, 0 }, { 33, 511, 1 } };
    for (int k = 0; k < 4; k++) {
        other(sizes[k][0], sizes[k][1], sizes[k][2]);
        expected = (expected + expected) * 2 - 2;
        for (int i = 0; i < N; i++)
            CHECK(a[i] == expected);
    }
    limited(8, 64);
    limited(256, 64);
    limited(64, 64);
    none(0);
    none(1);
    none(9);
    changed(5);
    return test_end();
}
