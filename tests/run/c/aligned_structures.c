/* Structures that ask for an alignment as a whole: before the tag, behind the brace, in a typedef; more and less than
 * their members have. */
#include "../test.h"
#include <stddef.h>
#include <stdint.h>

struct __attribute__((aligned(16))) four {
    float x, y, z, w;
};

typedef struct {
    double re, im;
} __attribute__((aligned(32))) wide;

typedef struct line {
    char c;
    int n[3];
} __attribute__((aligned(64))) line;

struct less {
    char c;
    int n[5];
} __attribute__((aligned(2)));

union __attribute__((aligned(16))) mixed {
    int i;
    double d;
    char bytes[20];
};

struct holder {
    char first;
    struct four f;
    wide w[2];
    union mixed m;
};

struct __attribute__((__aligned__(8))) small {
    short s;
};

#pragma omp declare target
static struct four table[3] = { { 1, 2, 3, 4 }, { .w = 9 } };
static float sum(struct four v)
{
    return v.x + v.y + v.z + v.w;
}
#pragma omp end declare target

int main(void)
{
    struct four v[40];
    struct holder h = { .first = 'x', .f = { 1, 1, 1, 1 } };
    line l[3];
    struct less s = { 'a', { 1, 2, 3, 4, 5 } };
    struct small tiny[4] = { { 1 }, { 2 }, { 3 }, { 4 } };
    int sizes[7], bad = 0;
    for (int i = 0; i < 40; i++)
        v[i] = (struct four){ i, 1, 1, 1 };
    for (int i = 0; i < 3; i++)
        l[i].n[2] = i;
    #pragma omp target teams distribute parallel for map(tofrom: v) reduction(+: bad)
    for (int i = 0; i < 40; i++) {
        struct four mine[2] = { v[i], table[0] };
        bad += (uintptr_t)mine % 16 != 0 || (uintptr_t)&v[i] % 16 != 0;
        v[i].w = sum(mine[0]) + sum(mine[1]);
    }
    CHECK(bad == 0 && v[7].w == 7 + 3 + 10);
    #pragma omp target map(tofrom: h, l, s, tiny) map(from: sizes)
    {
        sizes[0] = sizeof(struct four);
        sizes[1] = sizeof(wide);
        sizes[2] = sizeof(line);
        sizes[3] = sizeof(struct less);
        sizes[4] = sizeof(union mixed);
        sizes[5] = sizeof(struct holder);
        sizes[6] = offsetof(struct holder, m);
        h.w[1].im = h.f.x + h.first;
        h.m.d = 2.5;
        for (int i = 0; i < 3; i++)
            l[i].n[2] += 10;
        s.n[4] = 50;
        tiny[3].s *= 2;
    }
    CHECK(sizes[0] == sizeof(struct four) && sizes[1] == sizeof(wide) && sizes[2] == sizeof(line));
    CHECK(sizes[3] == sizeof(struct less) && sizes[4] == sizeof(union mixed));
    CHECK(sizes[5] == sizeof(struct holder) && sizes[6] == offsetof(struct holder, m));
    CHECK(h.w[1].im == 1 + 'x' && h.m.d == 2.5 && l[2].n[2] == 12 && s.n[4] == 50 && tiny[3].s == 8);
    int total = 0;
    #pragma omp target parallel for reduction(+: total) num_threads(8) firstprivate(l)
    for (int i = 0; i < 30; i++) {
        l[i % 3].c = i;
        total += l[i % 3].n[2] * 0 + l[i % 3].c;
    }
    CHECK(total == 435);
    return test_end();
}
