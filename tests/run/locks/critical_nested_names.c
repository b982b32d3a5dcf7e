/* Critical sections of several names within each other, in functions, tasks and divergent code: each name, and no name, has
   a lock of its own (5.2, 15.2). */
#include "../test.h"

#pragma omp declare target
static int total, others;

static void inner(int *x)
{
    #pragma omp critical(b)
    {
        (*x)++;
        others++;
    }
}

static void outer(int *x, int *y)
{
    #pragma omp critical(a)
    {
        (*y)++;
        inner(x);
        total++;
    }
}

static int recursive(int n)
{
    int r = 0;
    if (n == 0)
        return 0;
    #pragma omp critical(r)
    r = n;
    return r + recursive(n - 1);
}
#pragma omp end declare target

static void divergent(void)
{
    int x = 0, y = 0, z = 0, u = 0, v = 0;
    #pragma omp target teams distribute parallel for map(tofrom: x, y, z, u, v)
    for (int i = 0; i < 300; i++) {
        if (i % 3 == 0) {
            outer(&x, &y);
        } else if (i % 3 == 1) {
            #pragma omp critical(a)
            {
                y++;
                #pragma omp critical
                {
                    z++;
                    #pragma omp critical(b)
                    x++;
                }
            }
        } else {
            #pragma omp critical
            {
                z++;
                #pragma omp critical(c) hint(omp_sync_hint_contended)
                u++;
            }
            #pragma omp critical(b)
            x++;
        }
        if (i & 1)
            continue;
        #pragma omp critical(d) hint(omp_sync_hint_uncontended | omp_sync_hint_nonspeculative)
        v++;
    }
    CHECK(x == 300 && y == 200 && z == 200 && u == 100 && v == 150);
}

static void functions_and_tasks(void)
{
    int s = 0, e = 0, t = 0, w = 0, m = 0;
    #pragma omp target parallel map(tofrom: s) num_threads(70)
    {
        int r = recursive(omp_get_thread_num() % 5);
        #pragma omp critical(sum)
        s += r;
    }
    if (omp_get_num_devices() > 0) {
        for (int i = 0; i < 70; i++)
            e += i % 5 * (i % 5 + 1) / 2;
        CHECK(s == e);
    }
    #pragma omp target parallel map(tofrom: t, w) num_threads(40)
    #pragma omp single
    for (int i = 0; i < 100; i++) {
        #pragma omp task
        {
            #pragma omp critical(t1)
            {
                t++;
                #pragma omp critical(t2)
                w++;
            }
        }
        #pragma omp task untied
        {
            #pragma omp critical(t2)
            w++;
            #pragma omp critical(t1)
            t++;
        }
    }
    CHECK(t == 200 && w == 200);
    #pragma omp target parallel map(tofrom: m) num_threads(33)
    {
        #pragma omp critical(around_task)
        {
            #pragma omp task shared(m)
            {
                #pragma omp critical(in_task)
                m++;
            }
            #pragma omp taskwait
        }
    }
    CHECK(m >= 1 && m <= 33);
}

/* Lanes of a warp in two sections within one. */
static void two_in_one(void)
{
    int m = 0, threads = 0;
    #pragma omp target parallel map(tofrom: m, threads) num_threads(33)
    {
        #pragma omp critical
        {
            threads++;
            if (omp_get_thread_num() % 2 == 0) {
                #pragma omp critical(even)
                m += 1;
            } else {
                #pragma omp critical(odd)
                m += 2;
            }
        }
    }
    CHECK(m == (threads + 1) / 2 + threads / 2 * 2);
}

int main(void)
{
    divergent();
    functions_and_tasks();
    two_in_one();
    return test_end();
}
