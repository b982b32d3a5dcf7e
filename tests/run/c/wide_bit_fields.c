/* Bit-fields wider than int: gcc computes in a type of exactly their width, C++ does not. */
#include "../test.h"

typedef unsigned long long u64;

struct wide {
    u64 a : 40;
    long long b : 40;
    u64 c : 33;
    unsigned long d : 48;
    unsigned e : 20;
    u64 f : 63;
};

enum { n = 66 };

#pragma omp declare target
static u64 twice(u64 x)
{
    return x * 2;
}

static void compute(struct wide s, struct wide *p, int minus, long less, unsigned u, u64 *o)
{
    int k = 0;
    // What leaves the width.
    o[k++] = s.a << 8;
    o[k++] = s.a + 1;
    o[k++] = s.c * s.c;
    o[k++] = (s.a + s.a) / 2;
    o[k++] = (s.c << 1) >> 1;
    o[k++] = p->d + p->d;
    o[k++] = s.f + s.f;
    o[k++] = 1 - s.d;
    o[k++] = s.a | minus;
    o[k++] = s.a ^ minus;
    o[k++] = s.a & minus;
    o[k++] = ~s.a;
    o[k++] = -p->a;
    o[k++] = +s.a;
    o[k++] = -s.c - s.c;
    o[k++] = twice(s.a + 1);
    o[k++] = (s.a + s.e) >> 3;
    o[k++] = s.a - u;
    o[k++] = (double)(s.a + 2) * 4;
    o[k++] = (u ? s.a : minus);
    o[k++] = (minus ?: s.a);
    // What other types take in.
    o[k++] = s.a + 1ull;
    o[k++] = s.a + less;
    o[k++] = s.c - less;
    o[k++] = s.c + s.a;
    o[k++] = s.c - s.b;
    o[k++] = (s.c - s.b) / 3;
    o[k++] = s.b + s.b;
    o[k++] = s.b - s.e;
    o[k++] = s.e << 8;
    o[k++] = s.b / 3;
    o[k++] = s.b >> 2;
    // Comparisons and divisions.
    o[k++] = s.a + 1 == 0;
    o[k++] = s.a == minus;
    o[k++] = s.a == -1;
    o[k++] = s.a < minus;
    o[k++] = s.a <= less;
    o[k++] = s.c > s.b;
    o[k++] = s.a > s.b;
    o[k++] = minus / s.c;
    o[k++] = minus % s.c;
    o[k++] = s.b / s.a;
    o[k++] = less / (long)s.c;
    o[k++] = s.c > less;
    o[k++] = s.a - s.a - 1 > 5;
    // Assignments.
    o[k++] = s.a++;
    o[k++] = s.a;
    s.a -= 1;
    o[k++] = s.a;
    s.a <<= 4;
    o[k++] = s.a;
    s.a += s.c;
    o[k++] = s.a;
    s.a /= minus;
    o[k++] = s.a;
    p->d = p->d * 3 + 1;
    o[k++] = p->d;
    o[k++] = sizeof(s.a + 1);
    int turns = 0;
    for (int i = 0; (i & s.c) < s.c - 0x1fffffff0u; i++)
        turns++;
    o[k++] = turns;
    // Divisions in the wider of the two types.
    int i = minus * 7;
    i /= s.c;
    o[k++] = i;
    i = minus * 7;
    i %= p->c;
    o[k++] = i;
    long l = less;
    l /= s.c;
    o[k++] = l;
    l = less;
    l %= s.c;
    o[k++] = l;
    s.c = 100;
    o[k++] = (s.c %= less);
    s.c = 100;
    o[k++] = (s.c /= less);
    s.c = -1;
    o[k++] = (s.c /= minus);
    s.b = -5;
    o[k++] = (s.b /= s.c);
    s.b = -1;
    s.c = 7;
    s.b %= p->a;
    o[k++] = s.b;
    l = 100;
    o[k++] = (l /= s.b - 3) + (0, s.c);
    s.e = 99;
    o[k++] = (s.e %= s.c);
    s.f = ~0ull;
    o[k++] = (s.f /= minus) + (s.f %= less);
}
#pragma omp end declare target

int main(void)
{
    struct wide s = {0xffffffffffull, -5, 0x1ffffffffull, 0xffffffffffffull, 0xfffff, 0x7fffffffffffffffull};
    struct wide there = s, here = s;
    u64 o[n], want[n];
    int minus = -1;
    long less = -7;
    unsigned u = 9;
    compute(s, &here, minus, less, u, want);
    #pragma omp target map(from: o) map(tofrom: there)
    compute(s, &there, minus, less, u, o);
    for (int i = 0; i < n; i++) {
        CHECK(o[i] == want[i]);
        if (o[i] != want[i])
            fprintf(stderr, "%d: %llx instead of %llx\n", i, o[i], want[i]);
    }
    CHECK(there.d == here.d);

    /* Where a field bounds a loop. */
    struct wide bound = {.a = 100, .b = 1};
    int sum = 0;
    #pragma omp target teams distribute parallel for map(tofrom: sum) reduction(+: sum)
    for (int i = 0; i < bound.a; i++)
        sum += i + bound.b;
    CHECK(sum == 4950 + 100);
    printf("%d\n", sum);
    return test_end();
}
