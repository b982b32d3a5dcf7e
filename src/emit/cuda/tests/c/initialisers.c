/* Initialisers: designated, partial, nested, narrowing; compound literals. */
#include <stdio.h>
#include <string.h>
#pragma omp begin declare target
struct point { int x, y; };
struct shape { struct point at; double size[3]; char name[8]; struct { int a, b; } pair; };
union value { int i; float f; struct point p; double d[2]; };
struct mixed { int kind; union { int i; float f; }; struct { char c; short s; }; int last; };
static const struct shape unit = { .size = { [1] = 2 }, .at.y = 4, .name = "unit" };
static int sparse[10] = { [7] = 1, [2] = 5, 6, [0] = 9 };
static int range[8] = { [1 ... 3] = 4, [6] = 1 };
static const char *words[] = { "one", "two", [4] = "five" };
static float matrix[][2] = { 1, 2, 3, 4, { 5 } };
static char exact[3] = "abc";
static unsigned char binary[] = "\xff\x01";
static struct point grid[2][2] = { { {1, 2}, {3, 4} }, { {5, 6} } };
static struct point literal = (struct point){ 7, 8 };
static int *where = &sparse[2];
static struct point *there = &grid[1][0];
static const union value as_float = { .f = 1.5f };
static int sum(const int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
static int px(const struct point *p) { return p->x * 10 + p->y; }
static struct point make(int a, int b) { return (struct point){ a, b }; }
static double pick(union value v, int i) { return i == 0 ? v.i : i == 1 ? v.f : v.p.y; }
void test(void)
{
    int n = 300;
    double d = 2.75;
    unsigned u = 7;
    struct shape s = { { n, d }, { n, u, 'c' }, "box", { u, n * d } };
    struct shape t = unit, z = { 0 }, w = {{0}};
    char c[] = { n, d, u }, text[10] = "text", empty[4] = "";
    float f[] = { d, n, u, 0.1, 3 };
    unsigned char uc[2] = { -1, n };
    struct point pts[] = { [1] = { .y = 2 }, { 3, 4 } };
    union value v = { 5 }, vf = { .f = 2.5 }, vp = { .p = { 1, 9 } };
    struct mixed m = { 1, { .f = 2.5f }, { 'c', 3 }, 4 }, m2 = { .s = 4, .i = 3 };
    int one = { 5 };
    printf("%d\n", literal.y);
    printf("%d %d %g %g %s %d %d\n", s.at.x, s.at.y, s.size[0], s.size[2], s.name, s.pair.a, s.pair.b);
    printf("%d %g %s %d %d\n", t.at.y, t.size[1], t.name, z.pair.b, w.at.x);
    printf("%d %d %d %s %d %g %g %g\n", c[0], c[1], c[2], text, empty[3], f[0], f[1], f[3]);
    printf("%d %d %d %d %d\n", uc[0], uc[1], pts[1].y, pts[2].x, pts[0].x);
    printf("%d %g %d %d %g %d %d %d\n", v.i, vf.f, vp.p.y, m.kind, m.f, m.last, m2.s, m2.i);
    printf("%d %d %d %s %d %g\n", sparse[3], sparse[0], sum(range, 8), words[4], words[2] == 0, matrix[2][0]);
    printf("%c %d %d %d %d %d %g %d\n", exact[2], (int)sizeof exact, binary[0], grid[1][0].y, *where, there->x, as_float.f, one);
    printf("%d %d\n", sum((int[]){ 1, 2, n }, 3), px(&(struct point){ 3, 4 }));
    printf("%d %d %d\n", make(n, 2).x, ((struct point){ .y = n }).y, (int){ 3 });
    printf("%g\n", pick((union value){ .p = { 1, 2 } }, 2));
    for (int i = 0; i < 2; i++) { struct point *p = &(struct point){ i, n }; p->x++; printf("%d ", px(p)); }
    int k = 0;
    while (px(&(struct point){ k, k }) < 33) k++;
    printf("%d\n", k);
    if (px(&(struct point){ 1, 1 }) == 10) printf("no\n"); else if (sum((int[3]){ 1 }, 3) == 1) printf("yes\n");
    struct point copy; copy = (struct point){ 8, 9 };
    struct point arr[2] = { copy, make(1, 2) };
    printf("%d %d\n", arr[0].y, arr[1].x);
    _Bool flags[3] = { n, 0, d };
    printf("%d%d%d\n", flags[0], flags[1], flags[2]);
    const int undefined; (void)undefined;
}
#pragma omp end declare target
