/* Names that C++, CUDA and its headers keep for themselves. */
#include <stdio.h>
#pragma omp begin declare target
struct class { int new, delete; struct template *this; };
struct template { int typename; };
enum operator { private = 3, public, friend };
typedef int namespace;
typedef unsigned char bool_t;
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }
double norm(double x, double y) { return x * x + y * y; }
static int y0 = 4, index = 7;
static double gamma(double g) { return g + 1; }
typedef struct { float x, y, z; } float4;
static float4 make_float4(float a) { float4 f = {a, a + 1, a + 2}; return f; }
struct node { int v; struct node *next; };
typedef struct other { double d; } node;
static int threadIdx(int blockIdx) { int warpSize = 32; return blockIdx + warpSize; }
static int sum(struct node *n) { int s = 0; for (; n; n = n->next) s += n->v; return s; }
static int catch(int try) {
    if (try > 3) goto throw;
    return try;
throw:
    return -try;
}
static int local_a(void) { struct P { int x; } p = {3}; enum { RED, GREEN } c = GREEN; typedef struct P Q; Q q = p; return q.x + c; }
static int local_b(void) { struct P { double y, z; } p = {3, 5}; enum { RED = 7, GREEN } c = RED; return (int)p.z + c; }
static int counter(void) { static int count; return ++count; }
static int counter2(void) { static int count = 10; return ++count; }
typedef struct Node { int value; } Node;
static int hides(int romp) { Node Node = {romp}; void *q = &Node; struct Node *r = q; return r->value; }
void test(void)
{
    struct template t = {5};
    struct class c = {1, 2, &t};
    enum operator e = public;
    namespace n = 3;
    bool_t alignas = 300 & 255;
    node other = {1.5};
    struct node a = {1, 0}, b = {2, &a};
    int and = 1, or = 2, xor = and ^ or, nullptr_ = 0, wchar_t = 4, dim3 = 3, linux_ = 2;
    printf("%d %d %d %d %d %d\n", c.new, c.delete, c.this->typename, e, n, alignas);
    printf("%d %d %g %d %d %g\n", min(1, 2), max(1, 2), norm(1, 2), y0, index, gamma(1.5));
    float4 f = make_float4(2);
    printf("%g %g %g %g %d\n", f.x, f.y, f.z, other.d, sum(&b));
    printf("%d %d %d %d\n", threadIdx(3), catch(2), catch(5), private + friend);
    printf("%d %d %d %d %d %d\n", local_a(), local_b(), counter(), counter(), counter2(), hides(6));
    printf("%d %d %d %d %d\n", xor, nullptr_, wchar_t, dim3, linux_);
}
#pragma omp end declare target
