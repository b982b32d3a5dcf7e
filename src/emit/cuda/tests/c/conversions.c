/* Conversions that C makes and C++ does not. */
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
#include <string.h>
#pragma omp begin declare target
struct pair { int a; float b; };
static void *identity(void *p) { return p; }
static int apply(int (*f)(const void *), const void *p) { return f(p); }
static int get(const int *p) { return *p; }
static const char *word(int i) { return i ? "yes" : "no"; }
static char *plain(int i) { return i ? "yes" : "no"; }
static char *maybe(int i, char *p) { return i ? p : 0; }
static unsigned wrap(int i) { return i; }
static signed char narrow(int i) { return i; }
static int truncated(double d) { return d; }
static long address(void *p, void *q) { return (char *)p - (char *)q; }
void test(void)
{
    int *a = malloc(4 * sizeof *a);
    for (int i = 0; i < 4; i++) a[i] = i * i;
    void *v = a;
    int *back = identity(v);
    const void *cv = a;
    const int *ci = cv;
    void *middle = v + 8;
    struct pair p = { 1, 2 }, *q = identity(&p);
    char *s = "text";
    const char *cs = "const" " " "text";
    int n = NULL == v, m = 0 == v, k = v != NULL;
    int *null = 0, *null2 = NULL, *null3 = (void *)0;
    int (*f)(const void *) = (int (*)(const void *))get;
    unsigned char bytes[4] = { 1, 2, 255 };
    unsigned char *u = bytes;
    char *c = (char *)u;
    double d = 7 / 2 + 0.5f;
    float fl = 0.1;
    int big = 3000000000u > 5;
    long same = (long)(ptrdiff_t)a == (long)back;
    int low = (int)(size_t)&a[1] == (int)(size_t)(back + 1);
    char ch = 'a' + 1;
    short sh = ch * 1000;
    ch += 300;
    sh <<= 2;
    d += 1;
    fl *= 1.5;
    printf("%d %d %d %d\n", back[3], ci[2], *(int *)middle, q->a);
    printf("%s %s %d %d %d %s %s\n", s, cs, n, m, k, word(1), plain(0));
    printf("%d %d %d %d\n", null == 0, null2 == NULL, !null3, apply(f, &a[3]));
    printf("%d %d %g %g %d %ld %d\n", bytes[2], c[2], d, fl, big, same, low);
    printf("%d %d %u %d %d\n", ch, sh, wrap(-1), narrow(200), truncated(-2.9));
    printf("%ld %s %d\n", address(a + 2, a), maybe(1, s), maybe(0, s) == 0);
    void *cmp = s;
    printf("%d %d\n", cmp == s, (a ? v : cs) == v);
    int sign = -1;
    unsigned one = 1;
    printf("%d %d\n", sign < one, (unsigned short)sign == 65535);
    printf("%g\n", (1 ? 1 : 2.5) / 2);
    v += 4;
    printf("%d %d\n", *(int *)v, (int)(v - (void *)a));
    free(a);
}
#pragma omp end declare target
