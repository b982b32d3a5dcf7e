/* `__builtin_add_overflow_p` and its like: whether the last argument's type, which is not promoted, could hold the
   result. Its value does not count; it is evaluated once. */
#include "../test.h"
#include <limits.h>

enum { n = 40 };

#define LOST(op, x, y, z) (r->lost[r->count++] = __builtin_##op##_overflow_p(x, y, z))

#pragma omp declare target
struct results { int lost[n], count, evaluated; };
typedef short narrow;

static void compute(struct results *r, int big, long long least, unsigned long long all, signed char c)
{
    unsigned short half = 9;
    struct { signed char m[2]; } s = {{1, 2}};
    long l = -1;
    r->count = r->evaluated = 0;
    LOST(add, big, 1, 0);
    LOST(add, big, 1, 0u);
    LOST(add, big, 1, 0l);
    LOST(add, big, 1, (int)l);
    LOST(add, big, 0, l);
    LOST(add, c, c, (signed char)0);
    LOST(add, c, c, (char)5);
    LOST(add, c, c, (unsigned char)0);
    LOST(add, c, c, (narrow)0);
    LOST(add, c, c, s.m[1]);
    LOST(mul, c, 600, half);
    LOST(mul, c, 300, half);
    LOST(mul, c, 300, (short)0);
    LOST(mul, all, all, all);
    LOST(mul, all, 1, 0ull);
    LOST(mul, least, -1, 0ll);
    LOST(mul, 3u, -1, 0);
    LOST(mul, 3u, -1, 0u);
    LOST(sub, 0, least, 0ll);
    LOST(sub, 1u, 2u, 0u);
    LOST(sub, 1u, 2u, 0);
    LOST(sub, 0, 1, (unsigned short)0);
    LOST(sub, c, -c, r->evaluated++);
    LOST(sub, 'a', 'b', (unsigned char)'c');
    LOST(add, 127, 1, (signed char)c);
}
#pragma omp end declare target

int main(void)
{
    struct results here, there;
    int big = INT_MAX;
    long long least = LLONG_MIN;
    unsigned long long all = ULLONG_MAX;
    signed char c = 111;
    compute(&here, big, least, all, c);
    #pragma omp target map(from: there) firstprivate(big, least, all, c)
    compute(&there, big, least, all, c);
    CHECK(here.count == 25 && there.count == 25);
    CHECK(here.evaluated == 1 && there.evaluated == 1);
    for (int i = 0; i < here.count; i++) {
        if (here.lost[i] != there.lost[i])
            printf("number %d: %d on the host\n", i, here.lost[i]);
        CHECK(here.lost[i] == there.lost[i]);
    }
    return test_end();
}
