/* Records, members and typedefs with `aligned`: laid out, copied, reduced and shared as in C. */
#include "../test.h"
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct __attribute__((aligned(16))) { float x, y, z; } float3;
struct big { int a; char c; } __attribute__((aligned(64)));
typedef struct { double v[3]; } late __attribute__((aligned(64)));
typedef float wide_float __attribute__((aligned(16)));
struct of_typedef { char c; wide_float f; char d; };
struct members { char a, b; alignas(32) int x; _Alignas(8) char y; char z; };
struct before { char a; char b; alignas(8) char c; };
union both { int i; float f; } __attribute__((aligned));
struct nested {
    int a;
    struct { char b; } __attribute__((aligned(8))) in;
    union { int k; float q; } __attribute__((aligned(16)));
    int e : 3;
} __attribute__((__aligned__(32)));
struct bits { unsigned a : 3, b : 5; } __attribute__((aligned(8)));
struct weak { double d; } __attribute__((aligned(2)));
#define CACHE_ALIGNED __attribute__((aligned(128)))
struct counter { long n; } CACHE_ALIGNED;

#pragma omp declare target
static struct counter counters[4];
static float3 add(float3 a, float3 b) { return (float3){a.x + b.x, a.y + b.y, a.z + b.z}; }
#pragma omp end declare target
#pragma omp declare reduction(add : float3 : omp_out = add(omp_out, omp_in)) initializer(omp_priv = (float3){0, 0, 0})

enum { N = 200 };

static void arrays(void)
{
    float3 *p = aligned_alloc(16, N * sizeof *p), s = {1, 2, 3}, sum = {0, 0, 0};
    struct big *b = aligned_alloc(64, N * sizeof *b), one = {4, 5};
    double r = 0;
    for (int i = 0; i < N; i++) {
        p[i] = (float3){i, 2 * i, 1};
        b[i] = (struct big){i, i % 100};
    }
#pragma omp target teams distribute parallel for map(tofrom : p[ : N], b[ : N]) firstprivate(one, s) \
    reduction(+ : r) reduction(add : sum)
    for (int i = 0; i < N; i++) {
        p[i] = add(p[i], s);
        b[i].a += one.a;
        r += p[i].z + b[i].c + one.c;
        sum = add(sum, p[i]);
#pragma omp atomic
        counters[i % 4].n += i;
    }
#pragma omp target update from(counters)
    CHECK(r == 11700 && sum.x == 20100 && sum.y == 40200 && sum.z == 800);
    CHECK(b[5].a == 9 && b[N - 1].a == N + 3 && p[7].y == 16);
    CHECK(counters[0].n == 4900 && counters[3].n == 5050 && sizeof counters == 512);
    free(p);
    free(b);
}

static void every_kind(void)
{
    struct of_typedef t[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    struct members m = {1, 2, 3, 4, 5};
    struct before f = {1, 2, 3};
    union both u = {7};
    struct nested n = {1, {2}, {3}, 1};
    struct bits b = {2, 9};
    struct weak w = {0.5};
    late l = {{1, 2, 3}};
    uintptr_t at[3];
    size_t sizes[8];
    int ok = 0;
#pragma omp target map(tofrom : t, m, f, u, n, b, w, l) map(from : at, sizes, ok)
    {
        struct big local[3];
        union both v;
        struct nested copy = n;
        at[0] = (uintptr_t)local % 64;
        at[1] = (uintptr_t)&v % 16;
        at[2] = (uintptr_t)&copy % 32;
        sizes[0] = sizeof t[0], sizes[1] = sizeof m, sizes[2] = sizeof f, sizes[3] = sizeof u;
        sizes[4] = sizeof n, sizes[5] = sizeof b, sizes[6] = sizeof w, sizes[7] = alignof(struct counter);
        local[1] = (struct big){3, 4};
        v.i = 8;
        t[1].f += t[2].f + local[1].a;
        m.x += m.y + m.z;
        f.c += f.a + f.b;
        u.i += v.i;
        n.in.b++;
        n.k += copy.a;
        n.e = 2;
        b.b++;
        w.d *= 2;
        l.v[2]++;

        // Shared by the threads of a region.
        struct counter team[2] = {{1}, {2}};
#pragma omp parallel num_threads(33)
        {
#pragma omp atomic
            team[1].n++;
#pragma omp master
            team[0].n = (uintptr_t)&team[1] - (uintptr_t)&team[0];
#pragma omp master
            sizes[7] += omp_get_num_threads();
        }
        ok = team[1].n == 2 + (long)sizes[7] - 128 && team[0].n == 128;
    }
    CHECK(at[0] == 0 && at[1] == 0 && at[2] == 0 && ok);
    CHECK(sizes[0] == sizeof t[0] && sizes[1] == sizeof m && sizes[2] == sizeof f && sizes[3] == sizeof u);
    CHECK(sizes[4] == sizeof n && sizes[5] == sizeof b && sizes[6] == sizeof w);
    CHECK(t[1].f == 16 && t[1].d == 6 && m.x == 12 && f.c == 6 && u.i == 15);
    CHECK(n.in.b == 3 && n.k == 4 && n.e == 2 && b.b == 10 && w.d == 1 && l.v[2] == 4);
}

int main(void)
{
    arrays();
    every_kind();
    return test_end();
}
