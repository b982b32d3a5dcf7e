/* Statements and their layout. */
#include <stdio.h>
#pragma omp begin declare target
static int dangling(int a, int b) {
    if (a) { if (b) return 1; } else return 2;
    if (a) for (;;) { if (b) break; return 3; } else return 4;
    if (a) while (b) if (b > 5) return 5; else b++;
    else return 6;
    return 7;
}
static int chain(int x) {
    if (x == 0) return 10; else if (x == 1) { return 11; } else if (x == 2) return 12; else { x *= 2; return x; }
}
static int loops(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i % 2) continue;
        for (int j = 0; ; j++) { if (j > i) break; s += j; }
    }
    while (n-- > 0) s++;
    do { s--; } while (0);
    for (;;) break;
    int i; for (i = 0; i < 3; i++); s += i;
    return s;
}
static int nested(int n) { switch (n) { case 1: switch (n + 1) { case 2: return 22; } return 1; case 2: for (;;) { switch (n) { default: break; } break; } return 2; } return 0; }
static void nothing(void) { ; {} }
static int scopes(int x) { int y = x; { int x = y + 1; { int y = x * 2; x = y; } y += x; } return y; }
static inline int in(int a) { return a + 1; }
static int extra(int c) { while ((c = c - 1)) { if (c < 3) break; } return c; }
typedef unsigned uint;
static uint many(uint a, uint b) { uint x = a, y = b, *p = &x, z[2] = { 1, 2 }; return *p + y + z[1]; }
void test(void)
{
    for (int a = 0; a < 2; a++) for (int b = 0; b < 3; b++) printf("%d ", dangling(a, b));
    printf("\n%d %d %d %d\n", chain(0), chain(1), chain(2), chain(3));
    printf("%d %d %d %d\n", loops(5), nested(1), nested(2), nested(3));
    nothing();
    printf("%d %d %d %u\n", scopes(3), in(4), extra(8), many(1, 2));
}
#pragma omp end declare target
