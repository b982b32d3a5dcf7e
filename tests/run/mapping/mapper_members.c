// host: skip
/* Default mappers wherever the standard applies them (OpenMP 5.2, 5.8.8): of members, however deep, of elements and
 * sections, of what no clause names, on every directive that maps. */
#include "../test.h"

typedef struct {
    int n;
    double *d;
} vec;
#pragma omp declare mapper(vec v) map(v, v.d[0:v.n])

/* One whose mapper maps parts only. */
typedef struct {
    int n, host_only;
    double *d;
} part;
#pragma omp declare mapper(part v) map(to: v.n) map(tofrom: v.d[0:v.n])

typedef struct { int k; vec v; } box;
typedef struct { int k; vec v[2]; } row;
typedef struct { box b; row r[2]; struct { vec x; int y; }; union { int i; float f; }; } deep;
typedef struct { int k; part p; int last; } parts;
typedef struct { int count; box *boxes; parts *some; } holder;
#pragma omp declare mapper(holder h) map(h) map(h.boxes[0:h.count], h.some[0:h.count])

static vec fresh(int n)
{
    vec v = { n, malloc(n * sizeof(double)) };
    for (int i = 0; i < n; i++)
        v.d[i] = i;
    return v;
}

static part fresh_part(int n)
{
    part p = { n, 7, fresh(n).d };
    return p;
}

/* Whether all elements are their index and `more`. */
static int is(const double *d, int n, double more)
{
    for (int i = 0; i < n; i++)
        if (d[i] != i + more)
            return 0;
    return 1;
}

static void implicit(void)
{
    vec a[2] = { fresh(4), fresh(5) };
    box b = { 1, fresh(6) };
    row r = { 2, { fresh(3), fresh(4) } };
    box many[40];
    for (int i = 0; i < 40; i++)
        many[i] = (box){ i, fresh(3) };
    #pragma omp target
    {
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < a[k].n; i++)
                a[k].d[i] += 1;
        for (int i = 0; i < b.v.n; i++)
            b.v.d[i] += b.k;
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < r.v[k].n; i++)
                r.v[k].d[i] += 3;
        b.k = 9;
        many[39].v.d[2] += 5;
    }
    CHECK(is(a[0].d, 4, 1) && is(a[1].d, 5, 1) && is(b.v.d, 6, 1) && b.k == 9);
    CHECK(is(r.v[0].d, 3, 3) && is(r.v[1].d, 4, 3) && many[39].v.d[2] == 7);

    /* Used in an inner construct only, and private there. */
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < 6; i++)
        b.v.d[i] -= 1;
    CHECK(is(b.v.d, 6, 0));
    #pragma omp target
    #pragma omp parallel for firstprivate(b)
    for (int i = 0; i < 6; i++)
        b.v.d[i] += 4;
    CHECK(is(b.v.d, 6, 4));
    int seen = 0;
    #pragma omp target map(from: seen)
    #pragma omp parallel num_threads(1) private(b)
    {
        b.k = 3;
        seen = b.k;
    }
    CHECK(seen == 3 && b.k == 9);

    /* Other variables' rules, and rules for aggregates. */
    #pragma omp target defaultmap(tofrom: scalar)
    {
        seen = b.v.d[5];
        b.v.d[5] = 1;
    }
    CHECK(seen == 9 && b.v.d[5] == 1);
    #pragma omp target defaultmap(to: aggregate) map(from: seen)
    {
        seen = b.v.d[4];
        b.v.d[4] = 100;
    }
    CHECK(seen == 8);
    CHECK(b.v.d[4] == 8 || !on_device());
}

/* As many as only the program knows, from a variable that changes; tasks that wait for the structure. */
static void counted(int n)
{
    int many = n;
    box a[n], (*all)[n] = &a;
    for (int i = 0; i < n; i++)
        a[i] = (box){ i, fresh(4) };
    many = n = 1;
    #pragma omp target
    for (int i = 0; i < many + 4; i++)
        a[i].v.d[1] += i;
    CHECK(a[0].v.d[1] == 1 && a[4].v.d[1] == 5);
    #pragma omp target enter data map(to: a)
    #pragma omp target
    (*all)[3].v.d[0] = 8;
    #pragma omp target exit data map(from: a)
    CHECK(a[3].v.d[0] == 8);
    static box b;
    b = a[4];
    #pragma omp target depend(inout: b)
    b.v.d[1] = 8;
    CHECK(b.v.d[1] == 8);
    /* What a mapper names may be named beside it. */
    #pragma omp target map(tofrom: b, b.v.d[0:b.v.n])
    b.v.d[2] = 9;
    CHECK(b.v.d[2] == 9);
}

static void clauses(void)
{
    box b = { 1, fresh(4) };
    row rows[3];
    deep x = { { 1, fresh(4) }, { { 2, { fresh(1), fresh(2) } }, { 3, { fresh(3), fresh(4) } } } };
    for (int i = 0; i < 3; i++)
        rows[i] = (row){ i, { fresh(2), fresh(3) } };
    x.x = fresh(5);
    #pragma omp target map(tofrom: b, rows[1:2], x)
    {
        b.v.d[3] = 30;
        rows[1].v[0].d[1] = 10;
        rows[2].v[1].d[2] = 21;
        x.b.v.d[3] = 1;
        x.r[1].v[1].d[3] = 2;
        x.x.d[4] = 3;
        x.y = 4;
        x.f = 0.5f;
    }
    CHECK(b.v.d[3] == 30 && rows[1].v[0].d[1] == 10 && rows[2].v[1].d[2] == 21);
    CHECK(x.b.v.d[3] == 1 && x.r[1].v[1].d[3] == 2 && x.x.d[4] == 3 && x.y == 4 && x.f == 0.5f);

    /* A member, an element of a member, what a pointer points at, and one behind a member. */
    box *p = &b;
    struct { int n; box *at; } outer = { 1, &b };
    #pragma omp target map(tofrom: b.v)
    b.v.d[0] = 5;
    #pragma omp target map(tofrom: x.r[1].v[0])
    x.r[1].v[0].d[0] = 6;
    CHECK(b.v.d[0] == 5 && x.r[1].v[0].d[0] == 6);
    #pragma omp target map(tofrom: *p)
    p->v.d[1] = 7;
    CHECK(b.v.d[1] == 7);
    #pragma omp target map(tofrom: p->v)
    p->v.d[1] = 8;
    CHECK(b.v.d[1] == 8);
    #pragma omp target map(tofrom: outer.at[0:outer.n])
    outer.at->v.d[2] = 9;
    CHECK(b.v.d[2] == 9);
    #pragma omp target map(mapper(default), to: b)
    b.v.d[2] = -1;
    CHECK(b.v.d[2] == 9 || !on_device());
}

static void partly(void)
{
    parts s = { 1, fresh_part(4), 2 };
    /* Neither `n` nor `host_only` comes back; the members around them do. */
    #pragma omp target map(tofrom: s)
    {
        for (int i = 0; i < s.p.n; i++)
            s.p.d[i] += s.k;
        s.k = 10;
        s.last = 20;
        s.p.n = 1;
    }
    CHECK(is(s.p.d, 4, 1) && s.k == 10 && s.last == 20 && s.p.host_only == 7);
    CHECK(s.p.n == 4 || !on_device());
    s.p.n = 4;
    parts two[2] = { { 1, fresh_part(2), 2 }, { 3, fresh_part(3), 4 } };
    #pragma omp target
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < two[k].p.n; i++)
            two[k].p.d[i] += two[k].k;
    CHECK(is(two[0].p.d, 2, 1) && is(two[1].p.d, 3, 3));
}

static void for_longer(void)
{
    box b = { 1, fresh(4) };
    row r = { 1, { fresh(3), fresh(4) } };
    int seen = 0;
    #pragma omp target enter data map(to: b, r)
    #pragma omp target map(from: seen)
    {
        seen = b.v.d[3] + r.v[1].d[3];
        b.v.d[3] = 13;
        r.v[1].d[3] = 14;
    }
    CHECK(seen == 6);
    CHECK(b.v.d[3] == 3 || !on_device());
    #pragma omp target update from(b)
    CHECK(b.v.d[3] == 13 && (r.v[1].d[3] == 3 || !on_device()));
    b.v.d[3] = 23;
    b.k = 5;
    #pragma omp target update to(b)
    #pragma omp target map(from: seen)
    seen = b.v.d[3] + b.k;
    CHECK(seen == 28);
    #pragma omp target data map(tofrom: b)
    #pragma omp target
    b.v.d[0] = 1;
    CHECK(omp_target_is_present(&b, 0) && omp_target_is_present(b.v.d, 0));
    CHECK(b.v.d[0] == 0 || !on_device());
    #pragma omp target exit data map(from: b) map(release: r)
    CHECK(b.v.d[0] == 1 && b.v.d[3] == 23 && (r.v[1].d[3] == 3 || !on_device()));
    if (on_device()) {
        CHECK(!omp_target_is_present(&b, 0) && !omp_target_is_present(b.v.d, 0));
        CHECK(!omp_target_is_present(r.v[0].d, 0) && !omp_target_is_present(r.v[1].d, 0));
    }

    /* Counted twice, deleted at once. */
    #pragma omp target enter data map(to: b)
    #pragma omp target enter data map(to: b)
    #pragma omp target exit data map(release: b)
    CHECK(omp_target_is_present(b.v.d, 0));
    #pragma omp target enter data map(to: b)
    #pragma omp target exit data map(delete: b)
    CHECK(!on_device() || !omp_target_is_present(b.v.d, 0));
}

static void behind_pointers(int count)
{
    holder h = { count, malloc(count * sizeof(box)), malloc(count * sizeof(parts)) };
    for (int i = 0; i < count; i++) {
        h.boxes[i] = (box){ i, fresh(i % 4 + 1) };
        h.some[i] = (parts){ i, fresh_part(i % 3 + 1), -i };
    }
    #pragma omp target data map(h)
    {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < h.count; i++) {
            for (int j = 0; j < h.boxes[i].v.n; j++)
                h.boxes[i].v.d[j] += h.boxes[i].k;
            for (int j = 0; j < h.some[i].p.n; j++)
                h.some[i].p.d[j] += h.some[i].last;
        }
    }
    int bad = 0;
    for (int i = 0; i < count; i++)
        bad += !is(h.boxes[i].v.d, i % 4 + 1, i) + !is(h.some[i].p.d, i % 3 + 1, -i);
    CHECK(bad == 0);
}

static box global = { 1 };
static void of_a_global(void)
{
    global.v = fresh(4);
    #pragma omp target
    global.v.d[3] += 2;
    CHECK(global.v.d[3] == 5);
}

int main(void)
{
    implicit();
    counted(5);
    clauses();
    partly();
    for_longer();
    behind_pointers(3);
    behind_pointers(50);
    behind_pointers(0);
    of_a_global();
    return test_end();
}
