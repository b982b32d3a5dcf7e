/* Functions that return a value and end without one, which nobody uses (C11, 6.9.1p12). */
#include "../test.h"

#pragma omp declare target
static int set(int *p) { *p = 42; }
static int classify(int x, int *o)
{
    if (x > 3)
        return 1;
    else if (x > 1)
        return 2;
    *o += x;
}
struct s {
    int a, b;
};
static struct s make(int x, int *o)
{
    struct s s = {x, x};
    *o += 1;
    if (x)
        return s;
}
static int loop(int n, int *o)
{
    for (int i = 0; i < n; i++)
        *o += i;
}
static double choose(int x, int *o)
{
    switch (x) {
    case 1: return 1.5;
    case 2: *o += 5; break;
    default: return 2.5;
    }
}
static int *pointer(int x, int *o)
{
    while (1) {
        if (x-- == 0)
            break;
        *o += 1;
    }
}
static int forever(int x)
{
    for (;;)
        if (x++ > 5)
            return x;
}
static _Bool jumps(int x, int *o)
{
    if (x)
        goto out;
    return 1;
out:
    *o += 7;
}
static int shared(int *o)
{
    int sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp atomic
    sum += 1;
    *o += sum;
}
/* The next one stands behind them: who runs on ends up here. */
static void trap(int *o) { *o = -1000; }
#pragma omp end declare target

int main(void)
{
    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, r = 0;
#pragma omp target map(tofrom : a, b, c, d, e, f, g, r)
    {
        set(&d);
        r += classify(5, &a);
        classify(1, &a);
        make(0, &b);
        r += make(2, &b).b;
        loop(4, &c);
        choose(2, &e);
        r += (int)choose(1, &e) + (int)choose(9, &e);
        pointer(3, &f);
        r += forever(0);
        jumps(1, &g);
        r += jumps(0, &g);
        shared(&g);
        if (r < 0)
            trap(&r);
    }
    printf("%d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, r);
    CHECK(a == 1 && b == 2 && c == 6 && d == 42 && e == 5 && f == 3 && g == 7 + 4 && r == 1 + 2 + 3 + 7 + 1);
    return test_end();
}
