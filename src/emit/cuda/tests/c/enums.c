/* Enums are integers in C. */
#include <stdio.h>
#pragma omp begin declare target
enum color { RED, GREEN, BLUE, COLORS };
enum flags { NONE = 0, A = 1, B = 2, C = 4, ALL = A | B | C };
enum signed_one { MINUS = -1, ZERO, ONE };
enum big { HUGE_ONE = 0x80000000u, SMALL = 1 };
enum wide { WIDE = 1ll << 40 };
enum { SIZE = 4, LAST = SIZE - 1 };
typedef enum { LEFT, RIGHT } side;
struct item { enum color c : 2; side s; enum flags f; unsigned b : 3; };
static enum color next(enum color c) { return (c + 1) % COLORS; }
static enum color from(int i) { return i; }
static int to(enum color c) { return c; }
static side other(side s) { return !s; }
static enum color pick(int i) { return i ? RED : BLUE; }
static const char *name(enum color c) {
    switch (c) { case RED: return "red"; case GREEN: return "green"; case 2: return "blue"; default: return "?"; }
}
static int values[COLORS] = { [BLUE] = 5, [RED] = 3 };
void test(void)
{
    enum color c = 0, d = GREEN, e;
    enum flags f = A | B;
    side s = LEFT;
    c++; ++c; d--; --d;
    e = c++;
    f |= C; f &= ~A; f ^= ALL;
    s ^= 1;
    printf("%d %d %d %d %d\n", c, d, e, f, s);
    e = d--;
    printf("%u %d %d\n", d, e, d > BLUE);
    d = RED;
    printf("%d %d %d %d\n", d - 1 < 0, d - 1 > 0, RED - 1 < 0, -GREEN < 0);
    int i = -1;
    printf("%d %d %d\n", i < SIZE, i < COLORS, i < d);
    printf("%s %s %d %d\n", name(next(GREEN)), name(from(1)), to(BLUE), other(LEFT));
    printf("%d %d %d %d\n", pick(0), values[BLUE], values[GREEN], values[d]);
    printf("%d %d %d\n", MINUS, ONE + MINUS, HUGE_ONE > 0);
    long wide = d - 1;
    printf("%ld %d %d %lld\n", wide, (int)sizeof(enum color), (int)sizeof RED, (long long)WIDE);
    struct item it = { BLUE, RIGHT, A | C, 5 };
    enum color back = it.c;
    it.c = 3;
    printf("%d %d %d %d %d\n", it.c, it.s, it.f, it.b, back);
    enum color *p = &d;
    unsigned *u = &d;
    *p = BLUE; (*u)++;
    printf("%d %d\n", d, LAST);
    for (enum color k = RED; k < COLORS; k++) printf("%s ", name(k));
    for (c = BLUE; c != RED; c -= 1) printf("%s ", name(c));
    printf("\n%d\n", (p[0] = GREEN) == GREEN);
    printf("%f\n", d + 0.5);
    enum signed_one so = MINUS; so += 1; printf("%d\n", so);
}
#pragma omp end declare target
