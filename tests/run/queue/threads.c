/* Host threads that use the same mapped data one after the other, and side by side. */
#include "../test.h"
#include <pthread.h>

enum { N = 64, THREADS = 4 };

static int a[N], own[THREADS][N], turn;

static void add(int n)
{
    #pragma omp target teams distribute parallel for map(alloc: a) firstprivate(n)
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 3 % 1000 + n;
}

static void *one(void *which)
{
    add((int)(long)which);
    return which;
}

static int expected(int x, int n)
{
    return x * 3 % 1000 + n;
}

int main(void)
{
    int x = 1;
    for (int i = 0; i < N; i++)
        a[i] = 1;
    #pragma omp target enter data map(to: a)

    /* A thread that ends is followed by the next one, which finds its work done. */
    for (long k = 0; k < 20; k++) {
        pthread_t thread;
        pthread_create(&thread, 0, one, (void *)k);
        pthread_join(thread, 0);
        x = expected(x, (int)k);
        add(7);
        x = expected(x, 7);
    }
    #pragma omp target update from(a)
    CHECK(a[0] == x && a[N - 1] == x);

    /* Threads of a team, in turn: runs of different length. */
    #pragma omp parallel num_threads(THREADS)
    for (int round = 0; round < 8; round++)
        for (int who = 0; who < THREADS; who++) {
            #pragma omp barrier
            #pragma omp masked filter(who)
            for (int k = 0; k < 20 * (round % 4); k++)
                add(who);
        }
    for (int round = 0; round < 8; round++)
        for (int who = 0; who < THREADS; who++)
            for (int k = 0; k < 20 * (round % 4); k++)
                x = expected(x, who);
    #pragma omp target update from(a)
    CHECK(a[0] == x && a[N - 1] == x);

    /* Side by side, each with data of its own, and a part that all of them read. */
    #pragma omp parallel num_threads(THREADS)
    {
        int (*mine)[N] = &own[turn];
        #pragma omp critical
        mine = &own[turn++];
        #pragma omp target enter data map(alloc: mine[0:1])
        for (int k = 0; k < 40; k++) {
            #pragma omp target teams distribute parallel for map(alloc: mine[0:1], a) firstprivate(k)
            for (int i = 0; i < N; i++)
                mine[0][i] = a[i] + k + (k > 0 ? mine[0][i] - a[i] : 0);
        }
        #pragma omp target exit data map(from: mine[0:1])
    }
    int wrong = 0;
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < N; i++)
            wrong += own[t][i] != x + 39 * 40 / 2;
    CHECK(wrong == 0);
    #pragma omp target exit data map(delete: a)
    return test_end();
}
