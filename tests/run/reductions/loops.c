/* Reductions beside what else a loop may have: collapse, lastprivate, private, schedules, simd. */
#include "../test.h"

static void note(long *to, int what)
{
    *to += what;
}

int main(void)
{
    enum { n = 60, m = 70 };
    long sum = 0;
    int last = -1;
    #pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) lastprivate(last)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            sum += i * j;
            last = i + j;
        }
    CHECK(sum == (long)n * (n - 1) / 2 * (m * (m - 1) / 2));
    CHECK(last == n - 1 + m - 1);

    long product = 0;
    #pragma omp target parallel for collapse(2) num_threads(37) schedule(static, 3) reduction(+: product)
    for (int i = n; i > 0; i -= 2)
        for (int j = 0; j != m; j++)
            product += j % 3 ? i : -i;
    long wanted = 0;
    for (int i = n; i > 0; i -= 2)
        for (int j = 0; j != m; j++)
            wanted += j % 3 ? i : -i;
    CHECK(product == wanted);

    /* The copy has an address. */
    long noted = 1;
    #pragma omp target teams distribute parallel for reduction(+: noted)
    for (int i = 0; i < n * m; i++)
        note(&noted, i);
    CHECK(noted == 1 + (long)n * m * (n * m - 1) / 2);

    /* simd alone, in a parallel loop, and on one thread. */
    long lanes[n], alone = 3;
    #pragma omp target teams distribute parallel for map(from: lanes)
    for (int i = 0; i < n; i++) {
        long row = i;
        #pragma omp simd reduction(+: row)
        for (int j = 0; j < m; j++)
            row += j;
        lanes[i] = row;
    }
    for (int i = 0; i < n; i++)
        CHECK(lanes[i] == i + m * (m - 1) / 2);
    #pragma omp target simd reduction(+: alone)
    for (int j = 0; j < m; j++)
        alone += j;
    CHECK(alone == 3 + m * (m - 1) / 2);
    long orphan = 2;
    #pragma omp target map(tofrom: orphan)
    {
        #pragma omp for reduction(+: orphan)
        for (int j = 0; j < m; j++)
            orphan += j;
        orphan *= 2;
    }
    CHECK(orphan == 2 * (2 + m * (m - 1) / 2));

    /* A copy starts with the identity, whatever the original is. */
    int starts = 0, minimum = 5;
    #pragma omp target teams distribute parallel for map(tofrom: starts) reduction(min: minimum) num_teams(1) num_threads(1)
    for (int i = 0; i < 1; i++)
        starts = minimum == 2147483647;
    CHECK(starts == 1);
    CHECK(minimum == 5);

    /* Sequential code between loops, a branch, and a `simd` of the team. */
    long guarded = 0, twice = 0;
    #pragma omp target teams distribute map(tofrom: guarded) reduction(+: twice) num_teams(3)
    for (int i = 0; i < 9; i++) {
        long part = 0, more = 0;
        #pragma omp parallel for reduction(+: part)
        for (int j = 0; j < m; j++)
            part += j;
        #pragma omp simd reduction(+: more)
        for (int j = 0; j < m; j++)
            more += part;
        if (i % 2) {
            #pragma omp parallel for reduction(-: more)
            for (int j = 0; j < m; j++)
                more -= part;
        }
        twice += more + part;
        if (i == 8)
            guarded = part;
    }
    CHECK(guarded == m * (m - 1) / 2);
    CHECK(twice == m * (m - 1) / 2 * (9 + 5 * m));

    enum colour { red, green = 4, blue = 9 } shade = green;
    #pragma omp target teams distribute parallel for reduction(|: shade)
    for (int i = 0; i < 10; i++)
        shade |= i == 3 ? red : blue;
    CHECK(shade == (green | blue));
    return test_end();
}
