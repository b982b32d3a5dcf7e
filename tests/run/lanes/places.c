/* Where the outer loop may stand: regions of a team, fork-join kernels, device functions; and with which clauses. */
#include "../test.h"

enum { rows = 50, columns = 64 };
static int a[rows][columns];
static int sum[rows];

static int of_row(int i)
{
    int s = 0;
    for (int j = 0; j < columns; j++)
        s += a[i][j];
    return s;
}

static void check(int factor)
{
    for (int i = 0; i < rows; i++) {
        CHECK(sum[i] == factor * of_row(i));
        sum[i] = -1;
    }
}

#pragma omp declare target
static void in_function(int from[rows][columns], int *to, int threads)
{
    #pragma omp parallel for num_threads(threads)
    for (int i = 0; i < rows; i++) {
        int s = 0;
        #pragma omp simd reduction(+: s)
        for (int j = 0; j < columns; j++)
            s += from[i][j];
        to[i] = s;
    }
}

static void orphan(int from[rows][columns], int *to)
{
    #pragma omp for
    for (int i = 0; i < rows; i++) {
        int s = 0;
        #pragma omp simd reduction(+: s)
        for (int j = 0; j < columns; j++)
            s += from[i][j];
        to[i] = s;
    }
}
#pragma omp end declare target

int main(void)
{
    int failed = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] = i ^ j;
    for (int i = 0; i < rows; i++)
        sum[i] = -1;

    #pragma omp target parallel for map(to: a) map(tofrom: sum)
    for (int i = 0; i < rows; i++) {
        int s = 0;
        #pragma omp simd reduction(+: s)
        for (int j = 0; j < columns; j++)
            s += a[i][j];
        sum[i] = s;
    }
    check(1);

    #pragma omp target teams distribute map(to: a) map(tofrom: sum)
    for (int i = 0; i < rows; i++) {
        int s = 0;
        #pragma omp simd reduction(+: s)
        for (int j = 0; j < columns; j++)
            s += a[i][j];
        sum[i] = s;
    }
    check(1);

    /* Threads of a region have variables of their own. */
    #pragma omp target map(to: a) map(tofrom: sum)
    #pragma omp parallel
    {
        int factor = omp_get_num_threads() > 0 ? 2 : 1;
        #pragma omp for
        for (int i = 0; i < rows; i++) {
            int s = 0;
            #pragma omp simd reduction(+: s)
            for (int j = 0; j < columns; j++)
                s += factor * a[i][j];
            sum[i] = s;
        }
        #pragma omp for
        for (int i = 0; i < rows; i++) {
            int s = 0;
            #pragma omp simd reduction(+: s)
            for (int j = 0; j < columns; j++)
                s += a[i][j];
            sum[i] += s;
        }
    }
    check(3);

    /* A sequential part around it, and regions of several sizes. */
    #pragma omp target map(to: a) map(tofrom: sum, failed)
    {
        int turns = 0;
        for (int threads = 1; threads < 140; threads = threads * 3 + 1) {
            int factor = threads;
            #pragma omp parallel for num_threads(threads)
            for (int i = 0; i < rows; i++) {
                int s = 0;
                #pragma omp simd reduction(+: s)
                for (int j = 0; j < columns; j++)
                    s += factor * a[i][j];
                sum[i] = s;
            }
            turns++;
            for (int i = 0; i < rows; i++) {
                int s = 0;
                for (int j = 0; j < columns; j++)
                    s += a[i][j];
                failed += sum[i] != threads * s;
            }
            in_function(a, sum, threads);
        }
        failed += turns != 5;
    }
    CHECK(failed == 0);
    check(1);

    #pragma omp target map(to: a) map(tofrom: sum)
    in_function(a, sum, 33);
    check(1);

    #pragma omp target parallel map(to: a) map(tofrom: sum) num_threads(64)
    {
        if (omp_get_thread_num() == 7)
            in_function(a, sum, 40);
    }
    check(1);

    #pragma omp target parallel map(to: a) map(tofrom: sum) num_threads(64)
    orphan(a, sum);
    check(1);

    /* Teams, each with a region. */
    #pragma omp target teams distribute num_teams(3) map(to: a) map(tofrom: sum)
    for (int part = 0; part < 5; part++) {
        #pragma omp parallel for
        for (int i = part * 10; i < part * 10 + 10; i++) {
            int s = 0;
            #pragma omp simd reduction(+: s)
            for (int j = 0; j < columns; j++)
                s += a[i][j];
            sum[i] = s;
        }
    }
    check(1);

    #pragma omp target teams distribute parallel for schedule(dynamic, 3) map(to: a) map(tofrom: sum)
    for (int i = 0; i < rows; i++) {
        int s = 0;
        #pragma omp simd reduction(+: s)
        for (int j = 0; j < columns; j++)
            s += a[i][j];
        sum[i] = s;
    }
    check(1);

    #pragma omp target parallel for schedule(dynamic) num_threads(100) map(to: a) map(tofrom: sum)
    for (int i = 0; i < rows; i++) {
        int s = 0;
        #pragma omp simd reduction(+: s)
        for (int j = 0; j < columns; j++)
            s += a[i][j];
        sum[i] = s;
    }
    check(1);

    #pragma omp target teams distribute parallel for if(parallel: failed) map(to: a) map(tofrom: sum)
    for (int i = 0; i < rows; i++) {
        int s = 0;
        #pragma omp simd reduction(+: s)
        for (int j = 0; j < columns; j++)
            s += a[i][j];
        sum[i] = s;
    }
    check(1);

    #pragma omp target teams loop map(to: a) map(tofrom: sum)
    for (int i = 0; i < rows; i++) {
        int s = 0;
        #pragma omp loop bind(thread) reduction(+: s)
        for (int j = 0; j < columns; j++)
            s += a[i][j];
        sum[i] = s;
    }
    check(1);
    return test_end();
}
