// host: skip
/* `declare mapper`: named, default, in each other, for arrays, on every directive that maps. */
#include "../test.h"

#define N 50

struct vec {
    int n;
    double *p;
    int untouched;
};
#pragma omp declare mapper(struct vec v) map(tofrom: v, v.p[0:v.n])
#pragma omp declare mapper(head: struct vec v) map(to: v.n) map(tofrom: v.p[0:v.n / 2])

typedef struct {
    struct vec a, b;
    int *len;
    char name[8];
} pair_t;
#pragma omp declare mapper(pair_t q) map(q.name) map(to: q.len[0:2]) map(q.a, q.b)

struct grid {
    int rows, cols;
    double *cell;
    double *scratch;
};
#pragma omp declare mapper(all: struct grid g) map(to: g.rows, g.cols) map(tofrom: g.cell[0:g.rows * g.cols]) \
    map(alloc: g.scratch[0:g.cols])

static double *fresh(int n)
{
    double *p = malloc(n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = i;
    return p;
}

static int differs(const double *p, int n, double more)
{
    int bad = 0;
    for (int i = 0; i < n; i++)
        bad += p[i] != i + more;
    return bad;
}

int main(void)
{
    struct vec v = { N, fresh(N), 5 };

    /* The default mapper, by name, without one, and of what no clause names. */
    #pragma omp target map(tofrom: v)
    for (int i = 0; i < v.n; i++)
        v.p[i] += 1;
    CHECK(differs(v.p, N, 1) == 0);
    #pragma omp target teams distribute parallel for map(mapper(default), tofrom: v)
    for (int i = 0; i < v.n; i++)
        v.p[i] += 1;
    CHECK(differs(v.p, N, 2) == 0);
    #pragma omp target
    for (int i = 0; i < v.n; i++)
        v.p[i] += 1;
    CHECK(differs(v.p, N, 3) == 0 && v.n == N && v.untouched == 5);

    /* Half of it. */
    #pragma omp target map(mapper(head), tofrom: v)
    for (int i = 0; i < v.n / 2; i++)
        v.p[i] -= 3;
    CHECK(differs(v.p, N / 2, 0) == 0 && v.p[N - 1] == N + 2);
    for (int i = 0; i < N; i++)
        v.p[i] = i;

    /* A map type of `to` copies nothing back. */
    #pragma omp target map(to: v)
    for (int i = 0; i < v.n; i++)
        v.p[i] = -1;
    CHECK(differs(v.p, N, 0) == 0 || !on_device());
    for (int i = 0; i < N; i++)
        v.p[i] = i;

    /* For longer, with updates. */
    #pragma omp target enter data map(to: v)
    #pragma omp target map(alloc: v)
    for (int i = 0; i < v.n; i++)
        v.p[i] += 7;
    #pragma omp target update from(v)
    CHECK(differs(v.p, N, 7) == 0);
    for (int i = 0; i < N; i++)
        v.p[i] = i;
    #pragma omp target update to(mapper(default): v)
    #pragma omp target map(alloc: v)
    for (int i = 0; i < v.n; i++)
        v.p[i] += 2;
    #pragma omp target exit data map(from: v)
    CHECK(differs(v.p, N, 2) == 0);

    /* Mappers in mappers. */
    int len[2] = { 3, 4 };
    pair_t q = { { 10, fresh(10), 0 }, { 20, fresh(20), 0 }, len, "abc" };
    #pragma omp target data map(q)
    {
        #pragma omp target
        {
            for (int i = 0; i < q.a.n; i++)
                q.a.p[i] += q.len[0];
            for (int i = 0; i < q.b.n; i++)
                q.b.p[i] += q.len[1];
            q.name[0] = 'x';
        }
    }
    CHECK(differs(q.a.p, 10, 3) == 0 && differs(q.b.p, 20, 4) == 0 && q.name[0] == 'x');

    /* Arrays of structures, through a pointer too. */
    struct vec many[3] = { { 5, fresh(5), 0 }, { 6, fresh(6), 0 }, { 7, fresh(7), 0 } };
    #pragma omp target map(tofrom: many)
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < many[k].n; i++)
            many[k].p[i] += k;
    CHECK(differs(many[0].p, 5, 0) + differs(many[1].p, 6, 1) + differs(many[2].p, 7, 2) == 0);
    struct vec *r = many;
    #pragma omp target map(tofrom: r[1:2])
    for (int k = 1; k < 3; k++)
        for (int i = 0; i < r[k].n; i++)
            r[k].p[i] -= k;
    CHECK(differs(many[1].p, 6, 0) + differs(many[2].p, 7, 0) == 0);
    #pragma omp target map(tofrom: *r)
    for (int i = 0; i < r->n; i++)
        r->p[i] += 9;
    CHECK(differs(many[0].p, 5, 9) == 0);

    struct grid g = { 4, 6, fresh(24), fresh(6) };
    #pragma omp target map(mapper(all), tofrom: g)
    for (int i = 0; i < g.rows; i++) {
        for (int j = 0; j < g.cols; j++)
            g.scratch[j] = g.cell[i * g.cols + j];
        for (int j = 0; j < g.cols; j++)
            g.cell[i * g.cols + j] = g.scratch[j] + 1;
    }
    CHECK(differs(g.cell, 24, 1) == 0);
    return test_end();
}
