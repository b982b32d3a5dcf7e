/* Corners of C that real programs turn. */
#include <stdio.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#pragma omp begin declare target
typedef int fn(int);
typedef fn *fnp;
typedef struct cell { uint8_t kind : 4; bool on : 1; enum { OFF, IDLE, BUSY } state; union { int64_t i; double d; void *p; } as[2]; } cell_t;
struct vec { float x, y; };
struct config { const char *const name; int (*op[2])(int, int); struct { int lo, hi; } span[2]; };
static int inc(int x) { return x + 1; }
static fnp get(int k) { return k ? inc : 0; }
static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static const struct config configs[] = {
    { "one", { plus, minus }, { { 1, 2 }, { 3, 4 } } },
    { .name = "two", .op = { [1] = plus }, .span[1].hi = 9 },
};
static const char *const names[] = { "a", "b" };
static char words[][6] = { "alpha", "beta", { 'g', 0 } };
static const char grid[2][3] = { "abc", "de" };
static int (*(*tables[1])[2])(int, int);
static int (*pair[2])(int, int) = { plus, minus };
static struct vec scaled(struct vec v, float f) { v.x *= f; v.y *= f; return v; }
static struct vec pickv(int c, struct vec a, struct vec b) { return c ? a : b; }
static void store(cell_t *c, int k) { *c = (cell_t){ .kind = k, .on = k & 1, .state = BUSY, .as = { [1] = { .d = 2.5 } } }; }
static unsigned hash(const char *s) { unsigned h = 5381; for (; *s; ) h = h * 33 ^ (unsigned char)*s++; return h; }
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static long long power(long long b, unsigned e) { long long r = 1; while (e) { if (e & 1) r *= b; b *= b; e >>= 1; } return r; }
static int shadow(int plus) { int inc = plus; { int plus = inc + 1; inc += plus; } return inc; }
static int count_bits(uint32_t v) { int c; for (c = 0; v; c++) v &= v - 1; return c; }
static double average(const double v[], int n) { double s = 0; for (int i = n; i --> 0; ) s += v[i]; return n > 0 ? s / n : 0; }
static void both(int *lo, int *hi, int a, int b) { a < b ? (*lo = a, *hi = b) : (*lo = b, *hi = a); }
static int escape(int n) { for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) { if (i * j == 6) goto found; } } return -1; found: return n; }
#define CLAMP(v, a, b) ({ __typeof__(v) v__ = (v); if (v__ < (a)) v__ = (a); v__ > (b) ? (b) : v__; })
#define TYPE(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)
static int statement(int n) { int r = ({ int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; s += i; } s; }); return r; }
static void *generic(void *base, size_t size, int i) { return (char *)base + size * i; }
static int bsearch_(const int *a, int n, int key) { int lo = 0, hi = n - 1; while (lo <= hi) { int mid = lo + (hi - lo) / 2; if (a[mid] == key) return mid; else if (a[mid] < key) lo = mid + 1; else hi = mid - 1; } return ~lo; }
static uint16_t crc(const uint8_t *d, int n) { uint16_t c = 0xffff; while (n--) { c ^= *d++ << 8; for (int k = 0; k < 8; k++) c = c & 0x8000 ? c << 1 ^ 0x1021 : c << 1; } return c; }
static int many(int a) { extern int shared_counter; int helper(int); shared_counter += a; return helper(shared_counter); }
int shared_counter = 3;
int helper(int x) { return x * 2; }
static struct { int hits; struct { int misses; } deep; } stats;
static int volatile_sum(volatile int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
static inline __attribute__((always_inline)) int bit(unsigned x, int i) { return x >> i & 1; }
static int ladder(int a, int b) { return a > b ? 1 : a == b ? 0 : -1; }
static signed char sc(int x) { return (signed char)(x << 4) >> 4; }
void test(void)
{
    struct vec v = scaled((struct vec){ 1, 2 }, 1.5), w = pickv(0, v, (struct vec){ .y = 3 });
    cell_t c, cells[2] = { { 1, true, IDLE, { { 5 } } } };
    int lo, hi, a[5] = { 1, 3, 5, 7, 9 };
    volatile int vol[3] = { 1, 2, 3 };
    _Alignas(16) double d[2] = { 1.5, 2.5 };
    register int reg = 4;
    const int fixed[] = { 4, 5, 6 };
    store(&c, 5); both(&lo, &hi, 9, 2);
    tables[0] = &pair;
    stats.hits++; stats.deep.misses += 2;
    printf("%g %g %g %d\n", v.x, w.y, scaled(v, 2).y, get(1)(4));
    printf("%d %d %d %g %d %lld\n", c.kind, c.on, c.state, c.as[1].d, cells[0].state, (long long)cells[0].as[0].i);
    printf("%s %d %d %d %s\n", configs[0].name, configs[0].op[1](5, 3), configs[1].span[1].hi, configs[1].op[0] == 0, names[1]);
    printf("%s %s %c %d %d\n", words[1], words[2], grid[0][2], grid[1][2], (*tables[0])[1](9, 4));
    printf("%u %d %lld %d %d\n", hash("hello"), gcd(48, 18), power(3, 13), shadow(2), count_bits(0xf0f));
    printf("%g %d %d %d %d\n", average(d, 2), lo, hi, escape(4), escape(2));
    printf("%d %g %d %d %d\n", CLAMP(7, 1, 5), CLAMP(0.5, 1.0, 2.0), TYPE(1), TYPE(1.0), TYPE("x"));
    printf("%d %d %d %d\n", statement(6), *(int *)generic(a, sizeof *a, 2), bsearch_(a, 5, 7), bsearch_(a, 5, 4));
    printf("%d %d %d %d\n", crc((const uint8_t *)"123456789", 9), many(2), stats.deep.misses, volatile_sum(vol, 3));
    printf("%d %d %d %d %d\n", bit(6, 1), ladder(1, 2), sc(0xf), reg, fixed[2]);
    printf("%s %d\n", __func__, (int)sizeof(struct { int q; char r; }));
    for (struct vec p = { 0, 1 }; p.x < 3; p.x += p.y) printf("%g ", p.x);
    switch (lo) { case 1: case 2: { int q = 3; printf("%d", q); } default: ; }
    { struct vec *pv = &v, copy = *pv; (copy.x > 1 ? &copy : pv)->y = 7; printf(" %g\n", copy.y); }
    char buffer[8] = { [0 ... 6] = 'z' }; buffer[3] = '\0'; printf("%s\n", buffer);
    int matrix[2][2] = { { 1, 2 }, { 3, 4 } }, t[2][2]; memcpy(t, matrix, sizeof t); printf("%d\n", t[1][0]);
    unsigned long long big = ~0ull >> 1; uint8_t u8 = 250; u8 += 10; int8_t i8 = u8 - 200; printf("%llu %d %d\n", big, u8, i8);
    float f = 1; f += 0.1; f = f * 2 + 1.0 / 3; double acc = 0; acc += f; printf("%.9g %.17g\n", f, acc);
    int x = 5; x += 1; (void)x; if (!(a[0] & 1)) ; else printf("odd\n");
}
#pragma omp end declare target
