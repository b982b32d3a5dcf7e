/* Arrays whose rows have one element: their copies are arrays of rows, too. */
#include "../test.h"

enum { n = 600, many = 3000 };

#pragma omp declare target
static void add_rows(int (*rows)[1], int count)
{
    #pragma omp parallel for reduction(+: rows[0:count])
    for (int i = 0; i < n; i++)
        rows[i % count][0] += i;
}
#pragma omp end declare target

int main(void)
{
    /* Copies of teams, and of threads. */
    int r[2][1] = {{1}, {2}};
    double cube[2][1][1] = {{{0.5}}, {{1.5}}};
    unsigned mask[1][1] = {{~0u}};
    #pragma omp target teams num_teams(5) thread_limit(33) map(tofrom: r, cube) reduction(+: r, cube)
    {
        #pragma omp distribute parallel for reduction(+: r, cube)
        for (int i = 0; i < n; i++) {
            r[i % 2][0] += i;
            cube[i % 2][0][0] += 0.25;
        }
        #pragma omp distribute
        for (int i = 0; i < n; i++)
            r[i % 2][0] += 1;
    }
    CHECK(r[0][0] == 1 + 89700 + 300 && r[1][0] == 2 + 90000 + 300);
    CHECK(cube[0][0][0] == 75.5 && cube[1][0][0] == 76.5);
    #pragma omp target parallel for num_threads(33) reduction(&: mask) map(tofrom: mask)
    for (int i = 0; i < n; i++)
        mask[0][0] &= ~(1u << i % 7);
    CHECK(mask[0][0] == ~127u);

    /* Sections whose bounds the host computes, and no trips. */
    int (*wide)[1] = malloc(many * sizeof *wide), from = n % 7, count = n / 100;
    for (int i = 0; i < many; i++)
        wide[i][0] = i;
    #pragma omp target teams distribute parallel for reduction(+: wide[from:count]) map(tofrom: wide[0:many])
    for (int i = 0; i < n; i++)
        wide[from + i % count][0] += 1;
    for (int i = 0; i < many; i++)
        CHECK(wide[i][0] == i + (i >= from && i < from + count ? n / count : 0));
    #pragma omp target teams distribute parallel for reduction(max: wide[1:2]) map(tofrom: wide[0:many])
    for (int i = 0; i < n - 600; i++)
        wide[1 + i % 2][0] = 1000;
    CHECK(wide[1][0] == 1 && wide[2][0] == 2);

    /* More rows than shared memory holds. */
    for (int i = 0; i < many; i++)
        wide[i][0] = i;
    #pragma omp target teams distribute parallel for reduction(+: wide[0:many]) map(tofrom: wide[0:many])
    for (int i = 0; i < 2 * many; i++)
        wide[i % many][0] += 3;
    for (int i = 0; i < many; i++)
        CHECK(wide[i][0] == i + 6);
    free(wide);

    /* In a function, the rows of its parameter. */
    int rows[5][1] = {{0}};
    #pragma omp target map(tofrom: rows)
    add_rows(rows, 5);
    for (int i = 0; i < 5; i++)
        CHECK(rows[i][0] == 120 * i + 5 * 7140);
    return test_end();
}
