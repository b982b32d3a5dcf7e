/* Sections behind pointers that stand in arrays: the array's other elements keep their values, whatever the section's
 * map type is. */
#include "../test.h"

enum { n = 10, rows = 3 };

struct row {
    int *p;
    int before;
};

struct table {
    int first;
    int *p[rows];
    int last;
};

static int *fresh(void)
{
    int *p = malloc(n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = 100 + i;
    return p;
}

static void arrays(int x)
{
    int *k[rows] = { fresh(), fresh(), fresh() };
    int *const was[rows] = { k[0], k[1], k[2] };
#pragma omp target map(from: k[x][0:n])
    for (int i = 0; i < n; i++)
        k[x][i] = i;
    CHECK(memcmp(k, was, sizeof k) == 0);
    CHECK(k[x][n - 1] == n - 1 && k[0][n - 1] == 109);

    int last = 0;
#pragma omp target map(alloc: k[x][0:n]) map(from: last)
    {
        for (int i = 0; i < n; i++)
            k[x][i] = 2 * i;
        last = k[x][n - 1];
    }
    CHECK(memcmp(k, was, sizeof k) == 0);
    CHECK(last == 2 * (n - 1));
    CHECK(k[x][n - 1] == (on_device() ? n - 1 : 2 * (n - 1)));

#pragma omp target enter data map(alloc: k[x][0:n])
#pragma omp target map(from: k[x][0:n])
    for (int i = 0; i < n; i++)
        k[x][i] = 4 * i;
#pragma omp target exit data map(from: k[x][0:n])
    CHECK(memcmp(k, was, sizeof k) == 0);
    CHECK(k[x][n - 1] == 4 * (n - 1));

    for (int r = 0; r < rows; r++)
        free(k[r]);
}

static void dimensions(int x, int y)
{
    int *k[2][rows] = { { fresh(), fresh(), fresh() }, { fresh(), fresh(), fresh() } };
    int *was[2][rows];
    memcpy(was, k, sizeof k);
#pragma omp target map(from: k[x][y][0:n])
    for (int i = 0; i < n; i++)
        k[x][y][i] = i;
    CHECK(memcmp(k, was, sizeof k) == 0);
    CHECK(k[x][y][n - 1] == n - 1 && k[0][0][n - 1] == 109);

    /* Pointers to arrays. */
    int (*a[rows])[n] = { malloc(sizeof(int[2][n])), malloc(sizeof(int[2][n])), malloc(sizeof(int[2][n])) };
    int (*const before[rows])[n] = { a[0], a[1], a[2] };
#pragma omp target map(from: a[x][0:2][0:n])
    for (int i = 0; i < n; i++)
        a[x][0][i] = a[x][1][i] = i;
    CHECK(memcmp(a, before, sizeof a) == 0);
    CHECK(a[x][1][n - 1] == n - 1);

    /* No pointer in the array: it is the section that is mapped. */
    int plain[rows][n];
    for (int i = 0; i < n; i++)
        plain[0][i] = plain[1][i] = plain[2][i] = 7;
#pragma omp target map(from: plain[x][0:n])
    for (int i = 0; i < n; i++)
        plain[x][i] = i;
    CHECK(plain[0][3] == 7 && plain[x][3] == 3 && plain[2][3] == 7);
}

static void structures(int x)
{
    struct row s[rows] = { { fresh(), 4 }, { fresh(), 5 }, { fresh(), 6 } };
    struct row was[rows];
    memcpy(was, s, sizeof s);
#pragma omp target map(from: s[x].p[0:n])
    for (int i = 0; i < n; i++)
        s[x].p[i] = i;
    CHECK(memcmp(s, was, sizeof s) == 0);
    CHECK(s[x].p[n - 1] == n - 1 && s[0].p[n - 1] == 109);

#pragma omp target enter data map(to: s[x].p[0:n])
#pragma omp target map(alloc: s[x].p[0:n])
    for (int i = 0; i < n; i++)
        s[x].p[i] += i;
#pragma omp target exit data map(from: s[x].p[0:n])
    CHECK(memcmp(s, was, sizeof s) == 0);
    CHECK(s[x].p[n - 1] == 2 * (n - 1));

    struct table t = { 1, { fresh(), fresh(), fresh() }, 2 };
    struct table then;
    memcpy(&then, &t, sizeof t);
#pragma omp target map(from: t.p[x][0:n])
    for (int i = 0; i < n; i++)
        t.p[x][i] = i;
    CHECK(memcmp(&t, &then, sizeof t) == 0);
    CHECK(t.p[x][n - 1] == n - 1 && t.p[0][n - 1] == 109);

    struct table *q = &t;
#pragma omp target map(from: q->p[x][0:n])
    for (int i = 0; i < n; i++)
        q->p[x][i] = i + 1;
    CHECK(memcmp(&t, &then, sizeof t) == 0);
    CHECK(t.p[x][n - 1] == n);

    struct table *tables[2] = { &t, &t };
#pragma omp target map(from: tables[1]->p[x][0:n])
    for (int i = 0; i < n; i++)
        tables[1]->p[x][i] = i + 2;
    CHECK(tables[0] == &t && tables[1] == &t);
    CHECK(memcmp(&t, &then, sizeof t) == 0);
    CHECK(t.p[x][n - 1] == n + 1);

    /* An array member without a pointer, in structures of an array. */
    struct plain { int a[n]; int b; } plain[2] = { { { 1, 2 }, 3 }, { { 4, 5 }, 6 } };
#pragma omp target map(from: plain[1].a[0:n])
    for (int i = 0; i < n; i++)
        plain[1].a[i] = i;
    CHECK(plain[0].b == 3 && plain[1].b == 6 && plain[1].a[2] == 2 && plain[0].a[1] == 2);
}

static void chains(int x)
{
    int *inner[rows] = { fresh(), fresh(), fresh() };
    int *was[rows];
    memcpy(was, inner, sizeof inner);
    int **outer = inner;
#pragma omp target data map(to: outer[0:rows])
#pragma omp target map(from: outer[x][0:n])
    for (int i = 0; i < n; i++)
        outer[x][i] = i;
    CHECK(memcmp(inner, was, sizeof inner) == 0);
    CHECK(inner[x][n - 1] == n - 1);
}

static int *of_file[rows];

static void of_files(int x)
{
    for (int r = 0; r < rows; r++)
        of_file[r] = fresh();
    int *was[rows];
    memcpy(was, of_file, sizeof was);
#pragma omp target teams distribute parallel for map(from: of_file[x][0:n])
    for (int i = 0; i < n; i++)
        of_file[x][i] = i;
    CHECK(memcmp(of_file, was, sizeof was) == 0);
    CHECK(of_file[x][n - 1] == n - 1);
}

int main(void)
{
    arrays(1);
    dimensions(1, 2);
    structures(1);
    chains(1);
    of_files(1);
    return test_end();
}
