// A region that changes what its own num_threads and if follow from: they are evaluated before it begins.
#include "../test.h"

#pragma omp declare target
static int wanted[3] = { 5, 33, 2 };
static int all_wanted = 4;
static int asked(int k) { return wanted[k]; }
static int *address(int *p) { return p; }
#pragma omp end declare target

static void conditions(void)
{
    int n = 0, c = 0;
#pragma omp target map(tofrom: n, c)
    {
#pragma omp parallel num_threads(5) if(c)
        {
#pragma omp atomic write
            c = 1;
#pragma omp atomic
            n++;
        }
    }
    CHECK(n == 1);
    n = 0, c = 6;
    int size = 4;
#pragma omp target map(tofrom: n, c, size)
    {
#pragma omp parallel num_threads(size) if(c > 5 ? 1 : 0)
        {
#pragma omp atomic write
            c = 1;
#pragma omp atomic write
            size = 1;
#pragma omp atomic
            n++;
        }
    }
    CHECK(n == 4);
}

static void numbers(void)
{
    int n = 0, c = 5;
#pragma omp target map(tofrom: n, c)
    {
#pragma omp parallel num_threads(c)
        {
#pragma omp atomic write
            c = 1;
#pragma omp atomic
            n++;
        }
    }
    CHECK(n == 5);
    n = 0;
#pragma omp target map(tofrom: n)
    {
        int q = 33;
#pragma omp parallel num_threads(q)
        {
#pragma omp atomic write
            q = 2;
#pragma omp atomic
            n++;
        }
#pragma omp parallel num_threads(q)
        {
#pragma omp atomic write
            q = 95;
#pragma omp atomic
            n += 100;
        }
#pragma omp parallel num_threads(q)
        {
#pragma omp atomic
            n += 1000;
        }
    }
    CHECK(n == 33 + 200 + 95000);
}

static void limited(void)
{
    int n = 0;
#pragma omp target map(tofrom: n) thread_limit(40)
    {
        int q = 64;
#pragma omp parallel num_threads(q)
        {
#pragma omp atomic write
            q = 3;
#pragma omp atomic
            n++;
        }
#pragma omp parallel num_threads(q)
        {
#pragma omp atomic
            n += 100;
        }
    }
    CHECK(n == 40 + 300);
}

static void with_single(void)
{
    int r[3] = { 0 };
    int n = 5;
#pragma omp target map(tofrom: r)
    {
        int m = n;
#pragma omp parallel num_threads(64)
        {
            if (omp_get_thread_num() == 63)
                m = 7;
        }
#pragma omp parallel num_threads(m)
        {
#pragma omp atomic
            r[0]++;
        }
#pragma omp parallel num_threads(m)
        {
#pragma omp single
            m = 21;
#pragma omp atomic
            r[1]++;
        }
#pragma omp parallel for num_threads(m) reduction(+: r[2:1])
        for (int i = 0; i < m; i++)
            r[2] += omp_get_num_threads();
    }
    CHECK(r[0] == 7 && r[1] == 7 && r[2] == 441);
}

static void of_teams(void)
{
    int m = 0;
#pragma omp target map(tofrom: m)
#pragma omp teams distribute
    for (int k = 0; k < 3; k++) {
        int q = 5 + k;
#pragma omp parallel num_threads(q) if(q > 2)
        {
#pragma omp atomic write
            q = 1;
#pragma omp atomic
            m++;
        }
    }
    CHECK(m == 18);
}

static void through_memory(void)
{
    int r[3] = { 0 };
#pragma omp target map(tofrom: r)
    for (int k = 0; k < 3; k++) {
#pragma omp parallel num_threads(asked(k))
        {
#pragma omp atomic write
            wanted[k] = 9;
#pragma omp atomic
            r[k]++;
        }
    }
    CHECK(r[0] == 5 && r[1] == 33 && r[2] == 2);
    int n = 0, v[2] = { 7, 12 };
#pragma omp target map(tofrom: n, v)
    {
        int *p = v;
#pragma omp parallel num_threads(p[1])
        {
#pragma omp atomic write
            v[1] = 1;
#pragma omp atomic
            n++;
        }
        int local = 6;
        int *q = address(&local);
#pragma omp parallel num_threads(local)
        {
#pragma omp atomic write
            *q = 2;
#pragma omp atomic
            n += 100;
        }
#pragma omp parallel num_threads(all_wanted)
        {
#pragma omp atomic write
            all_wanted = 1;
#pragma omp atomic
            n += 10000;
        }
    }
    CHECK(n == 12 + 600 + 40000);
}

// Side effects, too: one thread has them.
#pragma omp declare target
static int calls;
static int next(void) { return ++calls; }
#pragma omp end declare target

static void effects(void)
{
    int n = 0;
#pragma omp target map(tofrom: n)
    {
        calls = 2;
#pragma omp parallel num_threads(next()) if(next() > 1)
        {
#pragma omp atomic write
            calls = 70;
#pragma omp atomic
            n++;
        }
    }
    CHECK(n == 3 || n == 4);
}

static void repeated(void)
{
    int sizes[6] = { 0 };
#pragma omp target map(tofrom: sizes)
    {
        int q = 1;
        for (int k = 0; k < 6; k++) {
#pragma omp parallel num_threads(q)
            {
                int next = 2 * omp_get_num_threads() + 1;
#pragma omp atomic
                sizes[k]++;
#pragma omp barrier
#pragma omp single
                q = next;
            }
        }
    }
    for (int k = 0, q = 1; k < 6; k++, q = 2 * q + 1)
        CHECK(sizes[k] == q);
}

// Neighbours of one size, the second of which changes it.
static void neighbours(void)
{
    int x[64] = { 0 }, y[64] = { 0 }, n = 0;
#pragma omp target map(tofrom: x, y, n)
    {
        int q = 40;
#pragma omp parallel for num_threads(q)
        for (int i = 0; i < 64; i++)
            x[i] = omp_get_num_threads();
#pragma omp parallel for num_threads(q)
        for (int i = 0; i < 64; i++) {
            y[i] = x[i] + 1;
            if (i == 0)
                q = 3;
        }
#pragma omp parallel num_threads(q)
        {
#pragma omp atomic
            n++;
        }
    }
    int wrong = 0;
    for (int i = 0; i < 64; i++)
        wrong += x[i] != 40 || y[i] != 41;
    CHECK(wrong == 0);
    CHECK(n == 3);
}

#pragma omp declare target
static int orphaned(int c)
{
    int n = 0;
#pragma omp parallel num_threads(c) if(c)
    {
#pragma omp atomic write
        c = 1;
#pragma omp atomic
        n++;
    }
#pragma omp parallel num_threads(all_wanted)
    {
#pragma omp atomic write
        all_wanted = 1;
#pragma omp atomic
        n += 100;
    }
    return n;
}
#pragma omp end declare target

static void functions(void)
{
    int n = 0;
#pragma omp target map(tofrom: n)
    {
        all_wanted = 3;
        n = orphaned(5);
    }
    CHECK(n == 305);
}

// A loop that forks, with a size of each team's own.
static void loops(void)
{
    int n = 0, teams = 0;
#pragma omp target teams num_teams(3) map(tofrom: n, teams)
    {
        int q = 3;
        if (omp_get_team_num() == 0)
            teams = omp_get_num_teams();
#pragma omp parallel for num_threads(q) if(q > 1)
        for (int i = 0; i < 3; i++) {
            if (omp_get_thread_num() == 0)
                q = 1;
#pragma omp atomic
            n += omp_get_num_threads();
        }
    }
    CHECK(n == 9 * teams);
}

int main(void)
{
    conditions();
    numbers();
    limited();
    with_single();
    of_teams();
    through_memory();
    effects();
    repeated();
    neighbours();
    functions();
    loops();
    return test_end();
}
