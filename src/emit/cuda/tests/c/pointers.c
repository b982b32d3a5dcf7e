/* Pointers to functions and data. */
#include <stdio.h>
#include <stddef.h>
#include <string.h>
#pragma omp begin declare target
typedef struct list { int v; struct list *next; } list;
typedef void (*visitor)(list *, void *);
static void visit(list *l, visitor f, void *data) { for (; l; l = l->next) f(l, data); }
static void add(list *l, void *data) { *(int *)data += l->v; }
static void count(list *l, void *data) { int *n = data; ++*n; (void)l; }
static int old_style(a, b) int a; double b; { return a + (int)b; }
static int zero() { return 0; }
struct ops { int (*f)(int); const char *name; struct ops *next; };
static int dbl(int x) { return 2 * x; }
static int neg(int x) { return -x; }
static struct ops second = { neg, "neg", 0 };
static struct ops first_op = { .name = "dbl", .f = &dbl, .next = &second };
static struct ops *ops = &first_op;
static int even(int);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static char *skip(const char *s) { while (*s == ' ') s++; return (char *)s; }
static int apply(int f(int), int x) { return (*f)(x) + (**f)(x) + f(x); }
void test(void)
{
    list c = { 3, NULL }, b = { 2, &c }, a = { 1, &b };
    int s = 0, n = 0;
    visit(&a, add, &s); visit(&a, count, &n);
    printf("%d %d %d %d\n", s, n, old_style(1, 2.5), zero());
    for (struct ops *o = ops; o; o = o->next) printf("%s:%d ", o->name, o->f(4));
    printf("%d %d %d\n", even(10), fact(5), apply(dbl, 3));
    int arr[4] = { 1, 2, 3, 4 }, (*pa)[4] = &arr, *end = arr + 4, *q = &arr[1];
    ptrdiff_t diff = end - arr;
    printf("%d %d %td %d %d\n", (*pa)[2], *--end, diff, q[-1], *(q + 1));
    int **pp = &q; **pp = 7; *(*pp)++ += 1; printf("%d %d\n", arr[1], *q);
    printf("%s|%d\n", skip("  x"), &arr[3] - q > 0);
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, (*row)[3] = m;
    printf("%d %d %d %d\n", row[1][2], *(*(m + 1) + 1), **m, (int)sizeof *row);
    int (*zf)() = old_style; printf("%d\n", ((int (*)(int, double))zf)(1, 3.5));
    const int *const *cpp = (const int *const *)&q; printf("%d\n", **cpp);
    list *l = &a; l->next->next->v = 9; printf("%d %d\n", (*l).next->next->v, (&a)->v);
    void (*none)(void) = 0; printf("%d\n", none ? 1 : 2);
    unsigned char raw[4]; int word = 0x01020304; memcpy(raw, &word, 4); printf("%d\n", raw[0]);
    if (l && !none) printf("%d\n", l == (void *)&a);
}
#pragma omp end declare target
