/* _Bool, and truth values that are int in C. */
#include <stdio.h>
#include <stdbool.h>
#pragma omp begin declare target
static _Bool truth(double d) { return d; }
static bool both(int a, int b) { return a && b; }
static int count(int *p, int n) { int k = 0; for (int i = 0; i < n; i++) k += p[i] > 2; return k; }
void test(void)
{
    bool b = 5, c = 0.5, d = false, e;
    int a[4] = { 1, 2, 3, 4 };
    b++; printf("%d ", b);
    d++; printf("%d ", d);
    e = d--; printf("%d %d ", d, e);
    e = d++; printf("%d %d ", d, e);
    --b; printf("%d ", b);
    ++b; b += 2; printf("%d ", b);
    b -= 1; printf("%d ", b);
    b |= 4; printf("%d\n", b);
    printf("%d %d %d %d\n", truth(0.1), both(2, 4), count(a, 4), !a[0]);
    printf("%d %d %d\n", (a[0] < 2) + (a[1] < 3), ~(a[0] == 1), -(a[0] == 1));
    printf("%d %d %d\n", (int)sizeof(a[0] < 1), (int)sizeof(bool), (int)sizeof !b);
    printf("%d %d\n", (b ? 3 > 2 : 4) << 2, (bool)8 * 3);
    int *p = a;
    bool has = p;
    printf("%d %d %d\n", has, !p, p && *p == 1);
    int t = (3 > 2) == (5 > 4);
    unsigned u = -(1 < 2);
    printf("%d %u %g\n", t, u, (1 < 2) / 2.0);
}
#pragma omp end declare target
