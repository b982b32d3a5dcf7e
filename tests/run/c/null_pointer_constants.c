/* Null pointer constants (C11, 6.3.2.3) where they are operands: behind a comma, in both arms of `?:`, as the value
 * of a statement expression, in calls, comparisons and initialisers. There a pointer results, in C++ an integer. */
#include "../test.h"
#include <stddef.h>

#pragma omp declare target
static int calls;
static int *none(int c) { return c ? NULL : NULL; }
static int *zeros(int c) { return c ? (void *)0 : 0; }
static int *counted(void) { return calls++, NULL; }
static int is_null(const void *p) { return p == NULL; }
static int is_null_function(void (*f)(void)) { return f == NULL; }
struct pair {
    int *a;
    const char *b;
};
static struct pair start = {NULL, 0};
static int *table[3] = {NULL, (void *)0, 0};
#pragma omp end declare target

#define NOTHING ({ calls++; NULL; })

int main(void)
{
    int x = 0, y = 5, r = 0, s = 0;
#pragma omp target map(tofrom : x, y, r, s)
    {
        calls = 0;
        int *p = &y, *q = x ? (y++, NULL) : p;
        r += q == &y;
        q = (x++, (void *)0);
        r += 2 * (q == 0);
        r += 4 * (p != (y++, (void *)0));
        r += 8 * (none(x) == NULL) + 16 * (zeros(x) == 0);
        r += 32 * (counted() == NULL);
        q = &x;
        q = NOTHING;
        r += 64 * !q;
        r += 128 * is_null((x++, NULL)) + 256 * is_null(x ? NULL : 0);
        struct pair l = {(x++, NULL), x ? NULL : NULL}, m = {.b = (y++, (void *)0)};
        r += 512 * (!l.a && !l.b && !m.a && !m.b && !start.a && !table[2]);
        void (*f)(void) = (x++, NULL);
        r += 1024 * (is_null_function(f) && is_null_function(NULL) && is_null_function((y++, NULL)));
        int *const *pp = (x++, NULL);
        r += 2048 * (pp ? 0 : 1);
        s += (NULL ? 1 : 2) + !NULL + (NULL == (x++, NULL)) + (&y > (int *)NULL);
        s += sizeof(x ? NULL : NULL) == sizeof(void *);
        int *e = q ?: NULL, *g = q ?: (x++, NULL);
        s += !e + !g;
        for (p = (y++, NULL); p; p = (x++, NULL))
            s += 100;
        while ((x++, NULL))
            s += 100;
    }
#pragma omp target update from(calls)
    printf("%d %d %d %d %d\n", x, y, r, s, calls);
    CHECK(r == 4095 && x == 8 && y == 9 && s == 8 && calls == 2);
    return test_end();
}
