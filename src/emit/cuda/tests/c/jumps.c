/* goto and switch past initialised declarations. */
#include <stdio.h>
#pragma omp begin declare target
struct pt { int x, y; };
static int forward(int n) {
    if (n < 0) goto out;
    int a = n * 2;
    const int b = a + 1;
    int c[3] = { a, b, 7 };
    struct pt p = { a, b };
    return a + b + c[2] + p.y;
out:
    return -1;
}
static int cleanup(int n) {
    int r = 0;
    if (n == 1) goto end;
    { int t = 5; r += t; if (n == 2) goto end; }
    int late = 3;
    r += late;
end:
    r += 100;
    return r;
}
static int sw(int n) {
    int r = 0;
    switch (n) {
        int never;
    case 0: r = 1; break;
    case 1: { int x = 3; r = x; } break;
    case 2:;
        int y = 9;
        r = y;
        break;
    case 3 ... 5: r = n; /* fall through */
    case 6: r += 10; break;
    case -1: r = -7; break;
    default: never = 4; r = never;
    }
    return r;
}
static int uns(unsigned n) { switch (n) { case -1: return 1; case 0x7fffffff: return 2; } return 0; }
static int odd(int n, long long l, unsigned char c) { switch (n) { case 0xffffffff: return 1; } switch (l) { case -5: return 2; } switch (c) { case 200: return 3; } return 4; }
static int duff(int *to, int n) {
    int k = (n + 3) / 4, s = 0;
    switch (n % 4) {
    case 0: do { s += *to++;
    case 3:      s += *to++;
    case 2:      s += *to++;
    case 1:      s += *to++;
            } while (--k > 0);
    }
    return s;
}
static int into(int n) {
    int s = 0;
    if (n) goto inside;
    for (int i = 0; i < 3; i++) {
        s += 10;
inside:
        s++;
        if (n) return s;
    }
    return s;
}
static int back(int n) {
    int i = 0;
again:;
    int sq = i * i;
    if (sq < n) { i++; goto again; }
    return sq;
}
static int twice(int a) { for (int i = 0; i < 2; i++) { int i = 5; a += i; } return a; }
void test(void)
{
    int a[10] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
    for (int i = -2; i < 9; i++) printf("%d:%d,%d,%d ", i, forward(i), cleanup(i), sw(i));
    printf("\n%d %d %d %d %d\n", duff(a, 10), duff(a, 5), into(0), into(1), back(20));
    printf("%d %d %d\n", odd(-1, 0, 0), odd(0, -5, 0), odd(0, 0, 200));
    printf("%d %d %d %d\n", uns(-1), uns(0x7fffffff), uns(3), twice(1));
}
#pragma omp end declare target
