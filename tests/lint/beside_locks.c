// Races beside locks, and in front of and behind them.
#include <omp.h>
#define N 64
typedef struct { omp_lock_t lock; int n; } box;
#pragma omp declare target
static void take(box *b) { omp_set_lock(&b->lock); }
static void give(box *b) { omp_unset_lock(&b->lock); }
static void once(box *b) { take(b); b->n++; give(b); }
#pragma omp end declare target

void behind(box *b, int *out)
{
    int before = 0, after = 0, between = 0, within = 0;
    #pragma omp target parallel map(tofrom: b[0:1], before, after, between, within)
    {
        before++;
        take(b);
        within++;
        give(b);
        after++;
        once(b);
        if (omp_test_lock(&b->lock)) {
            within++;
            omp_unset_lock(&b->lock);
        }
    }
    #pragma omp target parallel for map(tofrom: b[0:1], between, within)
    for (int i = 0; i < N; i++) {
        while (!omp_test_lock(&b->lock)) ;
        within++;
        omp_unset_lock(&b->lock);
        between++;
    }
    out[0] = before + after + between + within;
}

int atomics(const int *is)
{
    int sum = 0, count = 0, odd = 0, few = 0;
    #pragma omp target parallel for map(tofrom: sum, count, odd, few) map(to: is[0:N])
    for (int i = 0; i < N; i++) {
        sum += i;
        if (is[i])
            count++;
        if (i % 2)
            odd++;
        if (i < 4)
            few++;
        #pragma omp atomic
        sum += 2;
    }
    return sum + count + odd + few;
}
