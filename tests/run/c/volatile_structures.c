/* Volatile structures and unions as a whole: assigned, passed, returned, members of others, chosen between. */
#include "../test.h"

struct s {
    int a;
    char b;
};
struct odd {
    char c[3];
};
union u {
    int i;
    float f;
};
struct outer {
    int a;
    volatile struct {
        int x, y;
    } f;
    volatile struct s list[2];
};
typedef volatile struct s vs;

#pragma omp declare target
static volatile struct s g = {3, 4};
static struct outer o = {3, {4, 5}, {{6, 7}, {8, 9}}};
static struct s get(void) { return g; }
static volatile struct s get_volatile(void) { return g; }
static struct outer whole(void) { return o; }
static int product(struct s s) { return s.a * s.b; }
static int product_of_volatile(volatile struct s s) { return s.a * s.b; }
static int through(volatile struct s *p) { return product(*p) + p->a; }
#pragma omp end declare target

int main(void)
{
    int r[16] = {0};
    vs mapped = {1, 2};
    volatile union u un = {.i = 3};
#pragma omp target map(tofrom : r, mapped, un)
    {
        struct s t = g;
        r[0] = t.a + product(g) + get().a + get_volatile().b;
        volatile struct s l = t, m = g, n = {5, 6};
        r[1] = product(l) + product(m) + product_of_volatile(n);
        l = n;
        m = l = g;
        r[2] = l.a * 10 + m.b;
        t = (l.a++, l);
        r[3] = t.a;
        t = r[3] ? g : n;
        struct s w = r[3] ? t : n;
        r[4] = t.b + w.a + (r[3] ? g : t).b;
        struct outer c = whole(), d;
        d = c;
        d.f.x++;
        d.list[1].a += 2;
        struct s e = d.list[1];
        d.list[0] = t;
        r[5] = d.f.x + d.f.y * 10 + e.a * 100 + d.list[0].b * 1000;
        volatile struct odd p = {{1, 2, 3}}, q;
        q = p;
        r[6] = q.c[0] + q.c[1] * 10 + q.c[2] * 100;
        volatile union u v = un;
        un = v;
        v.i = 8;
        union u x = v;
        r[7] = x.i;
        struct s list[2] = {g, {7, 8}};
        r[8] = list[0].b + list[1].a;
        volatile struct s *pm = &mapped;
        r[9] = through(pm);
        *pm = list[1];
        r[10] = through(&l);
        t = ({ g; });
        r[11] = t.b;
        g;
        volatile struct outer vo = whole();
        struct outer vc = vo;
        r[12] = vc.f.y + vo.list[1].b;
        vo.f.x = 9;
        r[13] = vo.f.x;
        struct s *const volatile pp = &t;
        r[14] = product(*pp);
    }
    for (int i = 0; i < 16; i++)
        printf("%d ", r[i]);
    printf("| %d %d %d\n", mapped.a, mapped.b, un.i);
    CHECK(r[0] == 3 + 12 + 3 + 4 && r[1] == 12 + 12 + 30 && r[2] == 34 && r[3] == 4);
    CHECK(mapped.a == 7 && mapped.b == 8 && un.i == 3);
    /* Private copies, in parallel regions. */
    volatile struct s f = {2, 3};
    int sum = 0;
#pragma omp target firstprivate(f) map(tofrom : sum)
#pragma omp parallel num_threads(33) firstprivate(f) reduction(+ : sum)
    {
        struct s mine = f;
        f.a += mine.b;
        f = f.a ? f : g;
        sum += f.a;
    }
    printf("%d\n", sum);
    CHECK(sum == 165);
    return test_end();
}
