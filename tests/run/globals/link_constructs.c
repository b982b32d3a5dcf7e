/* declare target link (5.2, 7.8): functions reach the variable through a pointer, in every construct that may stand in
 * a function, whatever the variable's type. */
#include "../test.h"
#include <string.h>

#define N 100

typedef struct { int n; int d[4]; struct { double x, y; } in; } record;

int flag[N], limit, grid[5][7];
long total;
double weight = 1;
record rec, recs[3];
int *pointer, buffer[N];
static int own[4] = { 1, 2, 3, 4 };
#pragma omp declare target link(flag, limit, total, grid, weight, rec, recs, pointer, buffer, own)

#pragma omp declare target
static int counted_in_parallel(void)
{
    int c = 0;
    #pragma omp parallel for reduction(+: c)
    for (int i = 0; i < N; i++)
        if (flag[i] && limit)
            c++;
    return c;
}

static int counted_in_simd(void)
{
    int c = 0;
    #pragma omp simd reduction(+: c)
    for (int i = 0; i < N; i++)
        if (flag[i] && limit)
            c++;
    return c;
}

static void counted_in_for(int *c)
{
    #pragma omp for
    for (int i = 0; i < N; i++)
        if (flag[i] && limit) {
            #pragma omp atomic
            *c += 1;
        }
}

static int counted_in_task(void)
{
    int c = 0;
    #pragma omp task shared(c)
    if (flag[1] && limit)
        c = 50;
    #pragma omp taskwait
    return c;
}

static void changed(void)
{
    #pragma omp atomic
    total += 3;
    #pragma omp atomic
    rec.n += 2;
    #pragma omp atomic
    grid[4][6]++;
    #pragma omp critical
    weight *= 2;
}

/* The variable itself in clauses. */
static void reduced(void)
{
    #pragma omp parallel for reduction(+: total) reduction(max: flag[:3])
    for (int i = 0; i < N; i++) {
        total += i;
        if (flag[i % 3] < i)
            flag[i % 3] = i;
    }
}

static int copied(void)
{
    int seen = 0;
    #pragma omp parallel for firstprivate(limit, rec) lastprivate(weight) reduction(+: seen)
    for (int i = 0; i < N; i++) {
        limit += i;
        rec.d[1] += limit;
        weight = i;
        seen += limit >= i && rec.n == 1;
    }
    return seen;
}

static int private_of_all(void)
{
    int seen = 0;
    #pragma omp parallel private(limit, buffer) reduction(+: seen) num_threads(33)
    {
        limit = 5;
        memset(buffer, 0, sizeof buffer);
        buffer[limit] = 7;
        seen += buffer[5] + limit + buffer[6];
    }
    return seen == 12 || seen == 12 * 33;
}

static int in_loops(void)
{
    int s = 0;
    #pragma omp parallel for lastprivate(limit) reduction(+: s)
    for (limit = 0; limit < 7; limit++)
        s += grid[1][limit];
    return s;
}

static void ordered_and_sections(void)
{
    #pragma omp parallel num_threads(3)
    {
        #pragma omp for ordered
        for (int i = 0; i < 4; i++) {
            #pragma omp ordered
            rec.d[i] = i ? rec.d[i - 1] + 1 : 10;
        }
        #pragma omp sections
        {
            #pragma omp section
            recs[0].n = 1;
            #pragma omp section
            recs[1].in.y = 2.5;
            #pragma omp section
            recs[2] = rec;
        }
        #pragma omp single
        pointer = &recs[2].d[3];
        #pragma omp masked
        (*pointer)++;
    }
}

static unsigned long sizes(void)
{
    return sizeof rec + sizeof grid + sizeof grid[0] + sizeof limit + sizeof own;
}

static int addresses(void)
{
    int *p = &limit, (*q)[7] = grid, (*whole)[5][7] = &grid;
    record *r = &rec, *s = recs + 1;
    return *p + q[1][2] + (*whole)[1][2] + r->n + s->n + own[1]++ + *own + (&own[3])[-1];
}
#pragma omp end declare target

int main(void)
{
    for (int level = 0; level < 2; level++) {
        int c = -1;
        limit = level;
        for (int i = 0; i < N; i++)
            flag[i] = i % 2;
        #pragma omp target map(to: flag, limit) map(from: c)
        c = counted_in_parallel();
        CHECK(c == 50 * level);
        #pragma omp target map(to: flag, limit) map(from: c)
        c = counted_in_simd();
        CHECK(c == 50 * level);
        #pragma omp target map(to: flag, limit) map(from: c)
        {
            c = 0;
            #pragma omp parallel num_threads(33)
            counted_in_for(&c);
        }
        CHECK(c == 50 * level);
        #pragma omp target map(to: flag, limit) map(from: c)
        c = counted_in_task();
        CHECK(c == 50 * level);
    }
    #pragma omp target map(tofrom: total, rec, grid, weight)
    changed();
    CHECK(total == 3 && rec.n == 2 && grid[4][6] == 1 && weight == 2);

    for (int i = 0; i < 3; i++)
        flag[i] = -1;
    #pragma omp target map(tofrom: total, flag)
    reduced();
    CHECK(total == 3 + 4950 && flag[0] == 99 && flag[1] == 97 && flag[2] == 98);

    int seen = 0;
    rec.n = 1;
    limit = 0;
    #pragma omp target map(to: limit, rec) map(tofrom: weight) map(from: seen)
    seen = copied();
    CHECK(seen == N && weight == N - 1);

    #pragma omp target map(to: limit, buffer) map(from: seen)
    seen = private_of_all();
    CHECK(seen == 1);

    for (int i = 0; i < 7; i++)
        grid[1][i] = i;
    #pragma omp target map(to: grid) map(tofrom: limit) map(from: seen)
    seen = in_loops();
    CHECK(seen == 21 && limit == 7);

    #pragma omp target map(tofrom: rec, recs) map(alloc: pointer)
    ordered_and_sections();
    CHECK(rec.d[0] == 10 && rec.d[3] == 13);
    CHECK(recs[0].n == 1 && recs[1].in.y == 2.5 && recs[2].d[3] == 14 && recs[2].n == 1);

    unsigned long bytes = 0;
    #pragma omp target map(from: bytes)
    bytes = sizes();
    CHECK(bytes == sizes());

    limit = 1;
    recs[1].n = 4;
    #pragma omp target enter data map(to: limit, grid, rec, recs, own)
    #pragma omp target map(from: seen)
    seen = addresses();
    #pragma omp target exit data map(from: own) map(release: limit, grid, rec, recs)
    CHECK(seen == 1 + 2 + 2 + 1 + 4 + 2 + 1 + 3);
    CHECK(own[1] == 3);
    return test_end();
}
