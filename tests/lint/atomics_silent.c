// silent
// Locks and flags that are made of atomics.
#include <omp.h>
#define N 64
typedef struct { int taken, ticket, serving; } guard;

#pragma omp declare target
static void spin_take(int *flag)
{
    int old;
    do {
        #pragma omp atomic capture acquire
        { old = *flag; *flag = 1; }
    } while (old);
}
static void spin_give(int *flag)
{
    #pragma omp atomic write release
    *flag = 0;
}
static int try_take(int *flag)
{
    int old;
    #pragma omp atomic capture acquire
    { old = *flag; *flag = 1; }
    return !old;
}
static int try_early(int *flag)
{
    int old;
    #pragma omp atomic capture acquire
    { old = *flag; *flag = 1; }
    if (old)
        return 0;
    return 1;
}
static void try_by_pointer(int *flag, int *got) { *got = try_take(flag); }
static void ticket_take(guard *g)
{
    int mine, now;
    #pragma omp atomic capture
    mine = g->ticket++;
    for (;;) {
        #pragma omp atomic read acquire
        now = g->serving;
        if (now == mine)
            break;
    }
}
static void ticket_give(guard *g)
{
    #pragma omp atomic update release
    g->serving++;
}
static void outer_take(guard *g) { spin_take(&g->taken); }
static void goto_take(int *flag)
{
    int old;
again:
    #pragma omp atomic capture acquire
    { old = *flag; *flag = 1; }
    if (old)
        goto again;
}
#pragma omp end declare target

int takes(int how)
{
    int n = 0, flag = 0;
    guard g = {0};
    #pragma omp target parallel map(tofrom: flag, n, g)
    {
        spin_take(&flag);
        n = n + 1;
        spin_give(&flag);
    }
    #pragma omp target parallel map(tofrom: flag, n, g)
    {
        ticket_take(&g);
        n++;
        ticket_give(&g);
    }
    #pragma omp target parallel map(tofrom: flag, n, g)
    {
        if (how)
            outer_take(&g);
        else
            ticket_take(&g);
        n++;
        if (how)
            spin_give(&g.taken);
        else
            ticket_give(&g);
    }
    #pragma omp target parallel map(tofrom: flag, n, g)
    {
        goto_take(&flag);
        n++;
        spin_give(&flag);
    }
    return n;
}

int tries(void)
{
    int n = 0, flag = 0;
    #pragma omp target parallel for map(tofrom: flag, n)
    for (int i = 0; i < N; i++) {
        if (try_take(&flag)) {
            n++;
            spin_give(&flag);
        }
        int got = try_early(&flag);
        if (got) {
            n++;
            spin_give(&flag);
        }
        try_by_pointer(&flag, &got);
        if (i > 3) {
            if (got == 0)
                continue;
            n++;
            spin_give(&flag);
        } else if (got)
            spin_give(&flag);
    }
    return n;
}

int once(void)
{
    int n = 0, flag = 0, done = 0;
    #pragma omp target parallel map(tofrom: flag, n, done)
    {
        int first, arrived;
        #pragma omp critical
        {
            first = !flag;
            flag = 1;
        }
        if (first)
            n++;
        #pragma omp atomic capture
        arrived = ++done;
        if (arrived == omp_get_num_threads())
            n++;
        int last = arrived == omp_get_num_threads() ? 1 : 0;
        while (last) {
            n++;
            last = 0;
        }
    }
    return n;
}

int in_region(void)
{
    int n = 0, flag = 0;
    #pragma omp target parallel map(tofrom: flag, n)
    {
        int mine = 0;
        while (!mine) {
            int old;
            #pragma omp atomic capture acquire
            { old = flag; flag = 1; }
            if (!old) {
                mine = 1;
                n = n + 1;
                #pragma omp atomic write release
                flag = 0;
            }
        }
    }
    #pragma omp target parallel map(tofrom: flag, n)
    {
        int old;
    again:
        #pragma omp atomic capture acquire
        { old = flag; flag = 1; }
        if (old)
            goto again;
        n++;
        #pragma omp atomic write release
        flag = 0;
    }
    return n;
}
