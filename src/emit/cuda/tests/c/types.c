/* Declarators, records and their layout. */
#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#pragma omp begin declare target
typedef double vec3[3];
typedef int (*binary)(int, int);
typedef struct { unsigned a : 3, b : 7, : 0; int c : 5; } bits;
struct outer {
    char tag;
    struct inner { short s; double d; } in;
    union { int i; float f; struct { char lo, hi; }; };
    vec3 v;
    const int fixed;
    binary op;
    const char *const name;
    struct outer *self;
};
typedef struct tree tree_t;
struct tree { tree_t *left, *right; int v; };
typedef struct tree forest[2];
struct later;
struct sooner { struct later *l; forest f; };
struct later { struct sooner s; int n; };
static int depth(const tree_t *t) { return t ? 1 + depth(t->left) : 0; }
struct tail { int n; double data[]; };
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static binary choose(int which) { return which ? add : sub; }
static int (*pick(int which))(int, int) { return which ? &add : sub; }
static int (*table[2])(int, int) = { add, sub };
static const double weights[2][3] = { {1, 2, 3}, {4, 5, 6} };
static double total(const double (*w)[3]) { double s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s += w[i][j]; return s; }
static double first(double a[static 3]) { return a[0]; }
static void swap(int *restrict a, int *restrict b) { int t = *a; *a = *b; *b = t; }
static uint64_t mix(uint64_t x, uint8_t r) { return x << r | x >> (64 - r); }
static bool flip(bool b) { return !b; }
void test(void)
{
    tree_t leaf = { 0, 0, 3 }, root = { &leaf, &leaf, 1 };
    struct later lat = { { 0, { leaf, root } }, 4 }; lat.s.l = &lat;
    printf("%d %d\n", depth(&root), lat.s.l->s.f[1].left->v + lat.n);
    struct outer o = { 'x', {1, 2.5}, {7}, {1, 2, 3}, 9, add, "name", 0 };
    struct inner i = o.in;
    bits b = {5, 100, -3};
    int x = 1, y = 2;
    volatile int v = 3;
    const int *const p = &x;
    int *const *pp = (int *const *)&p;
    struct outer bare;
    bare.tag = 'q';
    swap(&x, &y);
    printf("%d %g %d %d %d\n", i.s, i.d, b.a, b.b, b.c);
    printf("%d %g %d %s %d\n", o.i, o.v[2], o.fixed, o.name, o.op(3, 4));
    printf("%d %d %d %d\n", choose(0)(5, 3), pick(1)(5, 3), table[1](9, 1), (*table[0])(1, 1));
    printf("%g %g %d %d %d %d\n", total(weights), first(o.v), *p, **pp, v, bare.tag);
    printf("%d %d %d %d\n", (int)sizeof(struct outer), (int)offsetof(struct outer, v), (int)sizeof(bits), (int)sizeof 'a');
    printf("%d %d %llu %d\n", (int)sizeof(vec3), (int)sizeof o.v, (unsigned long long)mix(5, 63), flip(3));
    printf("%d %d\n", (int)sizeof(struct tail), (int)_Alignof(double));
}
#pragma omp end declare target
