/* Sequential statements before a parallel loop: done once, and seen by all threads. */
#include "../test.h"

int main(void)
{
    enum { n = 500 };
    int a[n], rows[n * 4], ends = 0;

    for (int i = 0; i < n; i++)
        a[i] = -1;
    #pragma omp target map(tofrom: a, ends)
    {
        a[0] = 7;
        ends++;
        #pragma omp parallel for
        for (int i = 1; i < n; i++)
            a[i] = a[0] + i;
        ends += a[n - 1];
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 7 + i);
    CHECK(ends == 1 + 7 + n - 1);

    #pragma omp target teams distribute map(from: rows)
    for (int i = 0; i < n; i++) {
        int base = i * 4;
        #pragma omp parallel for
        for (int j = 0; j < 4; j++)
            rows[base + j] = i * 10 + j;
    }
    for (int i = 0; i < n * 4; i++)
        CHECK(rows[i] == i / 4 * 10 + i % 4);
    printf("%d %d\n", ends, rows[n * 4 - 1]);
    return test_end();
}
