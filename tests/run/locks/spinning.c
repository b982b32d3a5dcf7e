/* Threads that wait in loops of their own for what others write, which may be lanes of their warp. */
#include "../test.h"

static int chain(int threads)
{
    int turn = 0, sum = 0;
    #pragma omp target map(tofrom: turn, sum)
    #pragma omp parallel num_threads(threads)
    {
        int me = omp_get_thread_num(), t;
        do {
            #pragma omp atomic read
            t = turn;
        } while (t != me);
        #pragma omp flush
        sum += me;
        #pragma omp flush
        #pragma omp atomic write
        turn = me + 1;
    }
    return turn == threads && sum == threads * (threads - 1) / 2;
}
static int flag(int threads)
{
    int f = 0, n = 0;
    #pragma omp target map(tofrom: f, n)
    #pragma omp parallel num_threads(threads) 
    {
        if (omp_get_thread_num() == threads - 1) {
            #pragma omp atomic write seq_cst
            f = 1;
        } else {
            int s = 0;
            while (!s) {
                #pragma omp atomic read seq_cst
                s = f;
            }
            #pragma omp atomic
            n++;
        }
    }
    return n == threads - 1;
}
static int spinlock(int threads, int rounds)
{
    int l = 0, n = 0;
    #pragma omp target map(tofrom: l, n)
    #pragma omp parallel num_threads(threads)
    for (int i = 0; i < rounds; i++) {
        int old;
        do {
            #pragma omp atomic capture seq_cst
            { old = l; l = 1; }
        } while (old);
        n++;
        #pragma omp atomic write seq_cst
        l = 0;
    }
    return n == threads * rounds;
}
static int casloop(int threads, int rounds)
{
    int l = 0, n = 0;
    #pragma omp target map(tofrom: l, n)
    #pragma omp parallel num_threads(threads)
    for (int i = 0; i < rounds; i++) {
        int ok = 0;
        while (!ok) {
            #pragma omp atomic compare capture seq_cst
            { ok = l == 0; if (ok) { l = 1; } }
        }
        n++;
        #pragma omp flush
        #pragma omp atomic write seq_cst
        l = 0;
    }
    return n == threads * rounds;
}
static int ticket(int threads, int rounds)
{
    int next = 0, serving = 0, n = 0;
    #pragma omp target map(tofrom: next, serving, n)
    #pragma omp parallel num_threads(threads)
    for (int i = 0; i < rounds; i++) {
        int mine, now;
        #pragma omp atomic capture
        mine = next++;
        for (;;) {
            #pragma omp atomic read acquire
            now = serving;
            if (now == mine) break;
        }
        n++;
        #pragma omp atomic update release
        serving++;
    }
    return n == threads * rounds;
}
/* the wait in a function, and the work list by atomics */
#pragma omp declare target
static void await(int *turn, int me) { int t; do {
#pragma omp atomic read
 t = *turn;
 } while (t < me); }
#pragma omp end declare target
static int function(int threads)
{
    int turn = 0;
    #pragma omp target map(tofrom: turn)
    #pragma omp parallel num_threads(threads)
    {
        await(&turn, omp_get_thread_num());
        #pragma omp atomic
        turn++;
    }
    return turn == threads;
}
static int backwards(int threads)
{
    int turn = threads - 1;
    #pragma omp target map(tofrom: turn)
    #pragma omp parallel num_threads(threads)
    {
        await(&(int){0}, 0);
        int t, me = omp_get_thread_num();
        do {
#pragma omp atomic read
            t = turn;
        } while (t != me);
        #pragma omp atomic
        turn--;
    }
    return turn == -1;
}
/* producer and consumer in the sections of one team */
static int sections(int threads)
{
    int full = 0, data = 0, sum = 0;
    #pragma omp target map(tofrom: full, data, sum)
    #pragma omp parallel sections num_threads(threads)
    {
        #pragma omp section
        for (int i = 1; i <= 50; i++) {
            int f;
            do {
                #pragma omp atomic read acquire
                f = full;
            } while (f);
            data = i;
            #pragma omp atomic write release
            full = 1;
        }
        #pragma omp section
        for (int i = 1; i <= 50; i++) {
            int f;
            do {
                #pragma omp atomic read acquire
                f = full;
            } while (!f);
            sum += data;
            #pragma omp atomic write release
            full = 0;
        }
    }
    return sum == 1275;
}

int main(void)
{
    static const int sizes[] = {1, 2, 5, 32, 33, 95, 256};
    const unsigned last = on_device() ? sizeof sizes / sizeof *sizes : 2; /* of the host's threads all wait in turn */
    for (unsigned i = 0; i < last; i++) {
        int n = sizes[i];
        CHECK(chain(n));
        CHECK(flag(n));
        CHECK(spinlock(n, 7));
        CHECK(casloop(n, 7));
        CHECK(ticket(n, 7));
        CHECK(function(n));
        CHECK(backwards(n));
        CHECK(n == 1 || sections(n));
    }
    return test_end();
}
