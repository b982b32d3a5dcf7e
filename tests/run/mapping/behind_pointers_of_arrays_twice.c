// host: skip (gcc 12 knows neither the present modifier nor two sections of one array)
/* Sections behind pointers that stand in arrays, in several clauses and with the modifiers of map types. */
#include "../test.h"

enum { n = 10, rows = 3 };

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
    #pragma omp target data map(from: k[x][0:n])
    {
#pragma omp target map(present, tofrom: k[x][0:n])
        for (int i = 0; i < n; i++)
            k[x][i] = 3 * i;
    }
    CHECK(memcmp(k, was, sizeof k) == 0);
    CHECK(k[x][n - 1] == 3 * (n - 1));

    /* Two sections with several map types. */
#pragma omp target map(from: k[0][0:n]) map(to: k[x][0:n])
    for (int i = 0; i < n; i++)
        k[0][i] = k[x][i] + 1;
    CHECK(memcmp(k, was, sizeof k) == 0);
    CHECK(k[0][n - 1] == 3 * (n - 1) + 1);

    /* The address in the array, and an offset. */
#pragma omp target map(from: (*(k + x))[2:n - 2])
    for (int i = 2; i < n; i++)
        k[x][i] = -i;
    CHECK(memcmp(k, was, sizeof k) == 0);
    CHECK(k[x][1] == 3 && k[x][2] == -2);
}

static void chains(int x)
{
    int *inner[rows] = { fresh(), fresh(), fresh() };
    int *was[rows];
    memcpy(was, inner, sizeof inner);
    int **k[2] = { inner, inner };
#pragma omp target map(to: k[1][0:rows]) map(from: k[1][x][0:n])
    for (int i = 0; i < n; i++)
        k[1][x][i] = i + 5;
    CHECK(k[0] == inner && k[1] == inner);
    CHECK(memcmp(inner, was, sizeof inner) == 0);
    CHECK(inner[x][n - 1] == n + 4);
}

int main(void)
{
    arrays(1);
    chains(1);
    return test_end();
}
