/* Members of a structure that no list item names: a region that uses them has the host's values, whatever has brought the
   structure to the device before, and gives back what it writes (5.2, 5.8.1 and 5.8.3). */
#include "../test.h"

#define N 10

struct vec {
    long n, m;
    double *x, *y;
    struct { long k; double *z; } in;
};

static struct vec made(long n)
{
    struct vec v = {n, 0, calloc(N, sizeof(double)), calloc(N, sizeof(double)), {0, calloc(N, sizeof(double))}};
    return v;
}

/* The host writes them while a section that the structure leads to is mapped. */
static void variable(void)
{
    struct vec s = made(1);
#pragma omp target enter data map(to: s.x[0:N])
    s.n = 7;
#pragma omp target map(s.x[0:N])
    s.x[0] = s.n;
    s.n = 8;
#pragma omp target
    s.x[1] = s.n;
    s.n = 9;
#pragma omp target parallel for map(s.x[0:N])
    for (int i = 2; i < s.n; i++)
        s.x[i] = i;
    s.in.k = 10;
#pragma omp target map(s.x[0:N])
    {
        struct vec *same = &s;
        same->x[9] = same->in.k;
    }
#pragma omp target exit data map(from: s.x[0:N])
    for (int i = 0; i < N; i++)
        CHECK(s.x[i] == (i == 0 ? 7 : i == 1 ? 8 : i == 9 ? 10 : i));
}

static void behind_pointer(void)
{
    struct vec s = made(1), *p = &s;
    double *x = s.x;
#pragma omp target enter data map(to: p->x[0:N])
    for (int i = 0; i < 3; i++) {
        p->n = i, p->in.k = 10 * i;
#pragma omp target map(p->x[0:N])
        p->x[i] = p->n + p->in.k;
    }
#pragma omp target exit data map(from: x[0:N])
    for (int i = 0; i < 3; i++)
        CHECK(x[i] == 11 * i);
}

/* Another structure in the same memory, with the same or another pointer. */
__attribute__((noinline)) static void fill(long n, double *x, double f)
{
    struct vec v = {n, n + 1, x};
#pragma omp target enter data map(to: v.x[0:N])
#pragma omp target map(to: v.x[0:N])
    v.x[0] = v.n * f + v.m;
#pragma omp target update from(v.x[0:N])
}

static void same_memory(void)
{
    double *a = calloc(N, sizeof(double)), *b = calloc(N, sizeof(double));
    fill(3, a, 2);
    fill(5, b, 2);
    fill(7, b, 3);
    CHECK(a[0] == 10 && b[0] == 29);
#pragma omp target exit data map(delete: a[0:N], b[0:N])
}

/* A structure of another type, which has a number where the pointer was. */
struct other { double *y; long k, l, m; };

static void other_type(void)
{
    void *pool = calloc(1, sizeof(struct vec));
    struct vec *v = pool;
    double *x = v->x = calloc(N, sizeof(double)), *y = calloc(N, sizeof(double));
    v->n = 4;
#pragma omp target enter data map(to: v->x[0:N])
    struct other *o = memset(pool, 0, sizeof(struct vec));
    o->y = y, o->k = 1, o->l = 2, o->m = 3;
    for (int i = 0; i < 3; i++) {
#pragma omp target map(o->y[0:N])
        o->y[i] = o->k * 100 + o->l * 10 + o->m;
        o->l++;
    }
    CHECK(y[0] == 123 && y[1] == 133 && y[2] == 143);
#pragma omp target exit data map(delete: x[0:N])
}

static void written(void)
{
    struct vec s = made(1), *p = &s;
    double *x = s.x;
    for (int i = 0; i < 2; i++) {
#pragma omp target map(s.x[0:N])
        s.n++, s.x[0] = 5;
#pragma omp target map(p->x[0:N])
        p->m += 2;
        s.in.k++;
    }
    CHECK(s.n == 3 && s.m == 4 && s.x == x && s.x[0] == 5 && s.in.k == 2);
}

/* What a list item has mapped is not the host's business until it is unmapped. */
static void mapped_member(void)
{
    struct vec s = made(1);
    long n = 0;
#pragma omp target enter data map(to: s.n)
    s.n = 50, s.m = 60;
#pragma omp target map(s.x[0:N]) map(from: n)
    n = s.n, s.x[0] = s.m, s.n = 3;
    if (on_device())
        CHECK(n == 1 && s.n == 50);
    CHECK(s.x[0] == 60);
    s.m = 61;
#pragma omp target map(s.x[0:N], s.y[0:N])
    s.x[1] = s.y[1] = s.m;
    CHECK(s.x[1] == 61 && s.y[1] == 61);
#pragma omp target exit data map(from: s.n)
    CHECK(s.n == 3);
    if (on_device())
        CHECK(!omp_target_is_present(&s.n, omp_get_default_device()));
}

/* A member stays mapped when what another one leads to is not any more. */
static void member_and_pointer(void)
{
    struct vec s = made(4), *p = &s;
#pragma omp target enter data map(to: p->n)
    for (int i = 0; i < 3; i++) {
#pragma omp target map(p->x[0:N])
        p->x[i] = p->n;
#pragma omp target map(p->in.z[0:N])
        p->in.z[i] = p->n + 1;
    }
#pragma omp target data map(p->m)
    {
#pragma omp target map(p->y[0:N])
        p->y[0] = p->n, p->m = 4;
#pragma omp target map(p->y[0:N])
        p->y[1] = p->m;
    }
#pragma omp target exit data map(delete: p->n)
    for (int i = 0; i < 3; i++)
        CHECK(s.x[i] == 4 && s.in.z[i] == 5);
    CHECK(s.m == 4 && s.y[0] == 4 && s.y[1] == 4);
#pragma omp target map(p->y[0:N])
    p->y[2] = p->n;
    CHECK(s.y[2] == 4);
}

static void elements(void)
{
    struct vec a[3] = {made(1), made(2), made(3)};
#pragma omp target enter data map(to: a[1].x[0:N])
    for (int i = 0; i < 2; i++) {
        a[1].n = 20 + i;
#pragma omp target map(a[1].x[0:N])
        a[1].x[i] = a[1].n, a[1].m = i;
        CHECK(a[1].m == i);
    }
#pragma omp target exit data map(from: a[1].x[0:N])
    CHECK(a[1].x[0] == 20 && a[1].x[1] == 21);
}

static void sum(struct vec *v)
{
    for (int i = 0; i < v->n; i++)
        v->x[i] += v->m;
    v->m = v->n;
}

static void in_function(void)
{
    struct vec s = made(2);
#pragma omp target data map(s.x[0:N])
    for (int i = 0; i < 3; i++) {
        s.m = i + 1;
#pragma omp target map(s.x[0:N])
        sum(&s);
        CHECK(s.m == 2);
    }
    CHECK(s.x[0] == 6 && s.x[1] == 6 && s.x[2] == 0);
}

int main(void)
{
    variable();
    behind_pointer();
    same_memory();
    other_type();
    written();
    mapped_member();
    member_and_pointer();
    elements();
    in_function();
    return test_end();
}
