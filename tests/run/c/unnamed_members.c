/* Initialisers that name members of unions in unnamed members, which C++ has in some places only. */
#include "../test.h"

struct inner { double v[2]; };
struct outer { int x; struct { int y; union { int z; float w; struct inner in; char s[8]; int m[2][2]; }; }; };
union value { int number; struct { short low, high; int rest[2]; }; };
struct twice { union { int a; union { char c; double d; }; }; int after; };
struct holder { struct outer all[2]; union value one; };
typedef struct { struct { struct { union { int i; double f; }; } named; int k; }; } unnamed;
struct flags { struct { union { int all; struct { unsigned a: 3, b: 5; } bits; }; }; };

int main(void)
{
    int r[24] = {0};
    double d[8] = {0};
    #pragma omp target map(tofrom: r, d)
    {
        int k = r[0] + 3;
        struct outer o = {.y = k, .w = 2.5f};
        r[0] = o.x == 0 && o.y == 3 && o.w == 2.5f;
        o = (struct outer){.x = 1, .in = {.v = {[1] = k}}};
        r[1] = o.x == 1 && o.y == 0 && o.in.v[0] == 0 && o.in.v[1] == 3;
        o = (struct outer){2, {3, .s = "abc"}};
        r[2] = o.x == 2 && o.y == 3 && o.s[0] == 'a' && o.s[2] == 'c' && o.s[3] == 0 && o.s[7] == 0;
        struct outer matrix = {.m = {{1, k}, {[1] = 4}}};
        r[3] = matrix.m[0][0] == 1 && matrix.m[0][1] == 3 && matrix.m[1][0] == 0 && matrix.m[1][1] == 4;
        struct outer list[] = {{.z = 4}, [2] = {.w = k, .x = 5}};
        r[4] = list[0].z == 4 && list[1].x == 0 && list[2].x == 5 && list[2].w == 3;
        union value v = {.high = 5, .rest[1] = k};
        r[5] = v.low == 0 && v.high == 5 && v.rest[0] == 0 && v.rest[1] == 3;
        struct twice t = {.d = 1.5, .after = 6};
        r[6] = t.d == 1.5 && t.after == 6;
        t = (struct twice){.c = 'x'};
        r[7] = t.c == 'x' && t.after == 0;
        struct holder h = {.all[1].w = 3, .one.low = 2, .all[0].in.v[0] = 9};
        r[8] = h.all[1].w == 3 && h.one.low == 2 && h.one.high == 0 && h.all[0].in.v[0] == 9;
        unnamed u = {.named.f = 2.5, .k = k};
        r[9] = u.named.f == 2.5 && u.k == 3;
        struct outer *p = &(struct outer){.y = 8, .w = 1};
        r[10] = p->y == 8 && p->w == 1;
        struct outer later = {.w = 1.0f, .z = 7};
        r[11] = later.z == 7;
        const struct outer fixed = {.w = -1};
        r[12] = fixed.w == -1 && ((struct outer){.w = 4}).w == 4;
        static struct outer first = {.x = 1, .z = 2};
        r[13] = first.x == 1 && first.z == 2;
        struct flags f = {.bits = {.a = 5, .b = k}};
        r[14] = f.bits.a == 5 && f.bits.b == 3;
        struct outer from = {.in = ((struct outer){.in = {{1, 2}}}).in};
        r[15] = from.in.v[0] == 1 && from.in.v[1] == 2;
    }
    for (int i = 0; i < 16; i++)
        CHECK(r[i] == 1);
    return test_end();
}
