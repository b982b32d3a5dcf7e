/* Precedence and evaluation. */
#include <stdio.h>
#pragma omp begin declare target
static int calls;
static int side(int x) { calls++; return x; }
static int choose(int a) { return a ?: 42; }
static int last(int a, int b) { return (a++, b += a, a + b); }
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
struct s { int a[3]; struct { int b; } in; } ;
static struct s make(int k) { struct s r = { { k, k + 1, k + 2 }, { k * 10 } }; return r; }
void test(void)
{
    int a = 6, b = 3, c = 2, d;
    printf("%d %d %d %d\n", a - (b - c), (a - b) - c, a / (b * c), a / b * c);
    printf("%d %d %d %d\n", a & b | c, a & (b | c), (a ^ b) & c, a << b + c);
    printf("%d %d %d %d\n", a == b & c, (a & 1) == 0, !(a > b), !a > b);
    printf("%d %d %d\n", -a * -b, - -a, ~a + 1);
    printf("%d %d\n", (a, b), (a > b ? c : d, 5));
    d = a = b; printf("%d %d\n", a, d);
    d += a -= 1; printf("%d %d\n", a, d);
    printf("%d %d\n", a++ + ++b, a-- - --b);
    printf("%d %d %d\n", (a > b ? a : b) + 1, a > b ? a : b + 1, a > 1 ? b > 1 ? 1 : 2 : 3);
    printf("%d %d\n", choose(0), choose(7));
    printf("%d %d\n", last(1, 2), MAX(side(3), side(2)));
    printf("%d %d\n", calls, side(0) && side(1) || side(1));
    int *p = &a, arr[3] = { 1, 2, 3 };
    printf("%d %d %d\n", *p++, -*--p, (*p)++);
    printf("%d %d\n", *&a, sizeof arr / sizeof *arr == 3);
    printf("%d %d\n", make(4).a[1], make(5).in.b);
    unsigned u = 1u << 31;
    long long ll = 1ll << 40 | u;
    printf("%u %lld %d %d\n", u >> 3, ll, -7 / 2, -7 % 3);
    printf("%d\n", (int)(u * 2.5f) & 0xff);
    a = 5; a <<= 1 + 1; a ^= 3 | 4; a %= 7; printf("%d\n", a);
    d = (b = 3) * (c = 4); printf("%d\n", d);
    printf("%d\n", (a = b) ? (b == 3 ? 1 : 2) : 3);
    short s = 1; s = -s; s += s; printf("%d %d\n", s, (int)sizeof(s + s));
    for (int i = 0, j = 10; i < j; i++, j -= 2) printf("%d,%d ", i, j);
    do a--; while (a > 0);
    printf("%d\n", a);
}
#pragma omp end declare target
