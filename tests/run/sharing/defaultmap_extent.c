/* Bounds of an array of variable length that the region does not name need no clause of their own (OpenMP 5.2, 5.8.7). */
#include "../test.h"

static int last(int n, int k[n])
{
    int out = 0;
    #pragma omp target defaultmap(none) map(to: k[0:n]) map(tofrom: out) firstprivate(n)
    out = k[n - 1];
    return out;
}

int main(void)
{
    int n = 6, m = 2, k[n], rows[n][m], out = 0;
    for (int i = 0; i < n; i++)
        k[i] = rows[i][1] = i;
    #pragma omp target defaultmap(none) firstprivate(k) map(tofrom: out)
    out = k[5];
    CHECK(out == 5);
    #pragma omp target defaultmap(none) map(tofrom: rows, out)
    {
        out = rows[4][1];
        rows[5][1] = 9;
    }
    CHECK(out == 4 && rows[5][1] == 9);
    #pragma omp target parallel for defaultmap(none) map(tofrom: rows)
    for (int i = 0; i < 3; i++)
        rows[i][1] = 10 + i;
    CHECK(rows[0][1] == 10 && rows[2][1] == 12);
    CHECK(last(n, k) == 5);
    return test_end();
}
