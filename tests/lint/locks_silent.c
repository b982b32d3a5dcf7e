// silent
// Writes under a lock that other code takes, or may take.
#include <omp.h>
#define N 64
typedef struct { omp_lock_t lock; omp_nest_lock_t nest; int n; } box;
#define TAKE(l) do { omp_set_lock(l); } while (0)

#pragma omp declare target
static void take(box *b) { omp_set_lock(&b->lock); }
static void give(box *b) { omp_unset_lock(&b->lock); }
static void take_twice_removed(box *b) { take(b); }
static int try_take(box *b) { return omp_test_lock(&b->lock) != 0; }
static void until_taken(box *b) { while (!try_take(b)) ; }
static void take_some(box *b, int which)
{
    switch (which) {
    case 0:
        take(b);
        break;
    default:
        until_taken(b);
    }
}
static omp_lock_t *lock_of(box *b) { return &b->lock; }
static void take_by_pointer(omp_lock_t *lock) { omp_set_lock(lock); }
static void take_early(box *b, int early)
{
    if (early) {
        take(b);
        return;
    }
    omp_set_lock(&b->lock);
}
#pragma omp end declare target

void wrappers(box *b, int *out)
{
    int n = 0;
    #pragma omp target parallel map(tofrom: b[0:1], n)
    {
        take(b);
        n = n + 1;
        give(b);
        take_twice_removed(b);
        n++;
        b->n += 2;
        give(b);
        until_taken(b);
        n++;
        give(b);
        take_some(b, omp_get_thread_num());
        n++;
        give(b);
        take_by_pointer(lock_of(b));
        n++;
        give(b);
        take_early(b, n > 3);
        n++;
        give(b);
        { TAKE(&b->lock); }
        n++;
        give(b);
        omp_set_nest_lock(&b->nest);
        omp_set_nest_lock(&b->nest);
        omp_unset_nest_lock(&b->nest);
        n++;
        omp_unset_nest_lock(&b->nest);
    }
    *out = n;
}

#pragma omp declare target
static void deep(box *b, int depth)
{
    if (depth > 0)
        deep(b, depth - 1);
    else
        take(b);
}
static int claim(box *b)
{
    for (int k = 0; k < 8; k++)
        if (omp_test_lock(&b->lock))
            return 1;
    return 0;
}
#pragma omp end declare target

void other_ways(box *b, int *out)
{
    int n = 0;
    #pragma omp target parallel map(tofrom: b[0:1], n)
    {
        deep(b, 3);
        n++;
        give(b);
        if (claim(b)) {
            n++;
            give(b);
        }
        if (!claim(b))
            take(b);
        n++;
        give(b);
        for (int k = 0; k < 3; k++) {
            if (k == 0)
                take(b);
            n++;
            if (k == 2)
                give(b);
        }
        int tries = 0;
        do
            tries++;
        while (!omp_test_lock(&b->lock) && tries < 100000000);
        n++;
        give(b);
        omp_set_lock(&b[0].lock), n++, omp_unset_lock(&b[0].lock);
        void (*way)(box *) = take;
        way(b);
        n++;
        give(b);
    }
    *out = n;
}

void branches(box *b, int *out, int how)
{
    int n = 0;
    #pragma omp target parallel map(tofrom: b[0:1], n)
    {
        if (omp_get_thread_num() % 2) {
            while (!omp_test_lock(&b->lock)) ;
        } else
            omp_set_lock(&b->lock);
        n = n + 1;
        omp_unset_lock(&b->lock);
        int locked = how > 1;
        if (locked)
            take(b);
        n++;
        if (locked)
            give(b);
        if (omp_test_lock(&b->lock)) {
            n++;
            omp_unset_lock(&b->lock);
        }
        if (!omp_test_lock(&b->lock))
            omp_set_lock(&b->lock);
        n++;
        omp_unset_lock(&b->lock);
        how == 2 ? take(b) : omp_set_lock(&b->lock);
        n++;
        give(b);
        how == 2 && try_take(b) && n++;
    }
    *out = n;
}

void jumps(box *b, int *out)
{
    int n = 0;
    #pragma omp target parallel for map(tofrom: b[0:1], n)
    for (int i = 0; i < N; i++) {
        for (;;) {
            take(b);
            if (n > i)
                break;
            give(b);
        }
        n++;
        give(b);
        int got = omp_test_lock(&b->lock);
        if (!got)
            continue;
        n++;
        give(b);
    }
    #pragma omp target parallel map(tofrom: b[0:1], n)
    {
    again:
        if (!omp_test_lock(&b->lock))
            goto again;
        n++;
        give(b);
    }
    #pragma omp target parallel map(tofrom: b[0:1], n)
    {
        int held = 0;
        for (int k = 0; k < 4; k++) {
            if (held)
                n++;
            if (held && k % 2)
                give(b), held = 0;
            else if (!held)
                take(b), held = 1;
        }
        if (held)
            give(b);
    }
    *out = n;
}
