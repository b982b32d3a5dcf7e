/* Constants of C that nvcc does not take for such: addresses through other elements, numbers beyond their type,
 * values that do not fit a bit-field, unions whose first member is one. */
#include "../test.h"
#include <math.h>

struct s {
    int a, b[4];
    struct {
        int c[3];
    } d[2];
};
union first {
    unsigned f : 19;
    int w;
};
union later {
    int w;
    unsigned f : 19;
    long l;
};
union narrow {
    unsigned f : 19;
};
struct bits {
    unsigned a : 19;
    int b : 4;
    unsigned long long c : 40;
    _Bool d : 1;
};

#pragma omp declare target
static int m[3][9] = {{0, 1, 2, 3, 4, 5, 6, 7, 8}, {10, 11}, {[8] = 28}};
static int *p[] = {&m[0][7], m[1], &m[1][1], m[2] + 8, &(&m[0][0])[3], &((int *)m)[4], &m[0][8] - 3, *m + 2};
static int (*rows)[9] = &m[1];
static struct s s[2] = {{1, {2, 3, 4, 5}, {{{6, 7, 8}}, {{9, 10, 11}}}}, {.b = {[3] = 7}}};
static int *q[] = {&s[0].b[2], &s[0].d[1].c[2], s[1].b + 3, &(s + 1)->b[3], &(&s[0])[1].b[3]};
static const char *text[] = {&"hello"[2], "hello" + 3, &("hel"
                                                        "lo")[4]};
static float tiny = 1e-50f, less = 1e-50, subnormal = 1e-40f, big = 1e50, huge = 1e39f;
static double least = 1e-400, most = 1e400, product = 1e-200 * 1e-200, ratio = 1.0 / 0.0, minus = -1.0 / 0.0;
static double not = 0.0 / 0.0, root = __builtin_sqrt(2.25), size = __builtin_fabs(-2.5), inf = __builtin_inf();
static int truncated = (int)3.9, large = (unsigned char)300, negative = (unsigned)-1 > 0 ? 5 : 6;
static union first uf = {7}, uf2 = {.w = 9}, uf3 = {0x5AF7CF9BL};
static union later ul = {.f = 11}, ul2 = {.l = 1l << 40};
static union narrow un = {0x5AF7CF9BL}, list[2] = {{1}, {0xfffff}};
static struct bits bits = {0x5AF7CF9BL, 9, 1ull << 39 | 1ull << 45, 3};
static struct {
    int a;
    union first u;
} inner = {1, {5}};
#pragma omp end declare target

int main(void)
{
    long r[48] = {0};
    double d[24] = {0};
#pragma omp target map(tofrom : r, d)
    {
        int n = 0;
        for (int i = 0; i < 8; i++)
            r[n++] = *p[i];
        r[n++] = (*rows)[1];
        for (int i = 0; i < 5; i++)
            r[n++] = *q[i];
        for (int i = 0; i < 3; i++)
            r[n++] = text[i][0];
        r[n++] = truncated, r[n++] = large, r[n++] = negative;
        r[n++] = uf.f, r[n++] = uf2.w, r[n++] = uf3.f, r[n++] = ul.f, r[n++] = ul2.l;
        r[n++] = un.f, r[n++] = list[0].f, r[n++] = list[1].f;
        r[n++] = bits.a, r[n++] = bits.b, r[n++] = bits.c, r[n++] = bits.d;
        r[n++] = inner.a, r[n++] = inner.u.f;
        unsigned v = 9;
        union first here = {v}, there = {.f = 0xabcdef};
        union later other = {.f = v + 1};
        static union later kept = {.f = 12};
        struct bits again = {0x5AF7CF9BL, -9, ~0ull, 1};
        r[n++] = here.f, r[n++] = there.f, r[n++] = other.f, r[n++] = kept.f;
        r[n++] = again.a, r[n++] = again.b, r[n++] = again.c, r[n++] = again.d;
        struct bits varied = {v * 1000000, (int)v, v, v};
        r[n++] = varied.a, r[n++] = varied.b;
        n = 0;
        d[n++] = tiny, d[n++] = less, d[n++] = subnormal * 1e38f, d[n++] = big, d[n++] = huge;
        d[n++] = least, d[n++] = most, d[n++] = product, d[n++] = ratio, d[n++] = minus, d[n++] = not == not;
        d[n++] = root, d[n++] = size, d[n++] = inf;
        float here_tiny = 1e-50f, here_huge = 1e39f;
        d[n++] = here_tiny, d[n++] = here_huge;
    }
    for (int i = 0; i < 48; i++)
        printf("%ld ", r[i]);
    for (int i = 0; i < 24; i++)
        printf("%g ", d[i]);
    printf("\n");
    CHECK(r[0] == 7 && r[1] == 10 && r[4] == 3 && r[5] == 4 && d[0] == 0 && isinf(d[3]) && isinf(d[6]));
    return test_end();
}
