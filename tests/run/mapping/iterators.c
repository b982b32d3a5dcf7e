// host: skip
/* Iterators in `map`, `to` and `from`: few values that are known, an item for each. */
#include "../test.h"

int main(void)
{
    int *rows[4], v[64];
    for (int k = 0; k < 4; k++) {
        rows[k] = malloc(8 * sizeof(int));
        for (int i = 0; i < 8; i++)
            rows[k][i] = i;
    }
    #pragma omp target map(iterator(k = 0:4), tofrom: rows[k][0:8])
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 8; i++)
            rows[k][i] += 10 * k;
    for (int k = 0; k < 4; k++)
        CHECK(rows[k][5] == 5 + 10 * k);

    for (int i = 0; i < 64; i++)
        v[i] = i;
    #pragma omp target enter data map(to: v)
    #pragma omp target
    for (int i = 0; i < 64; i++)
        v[i] += 100;
    #pragma omp target update from(iterator(int i = 0:5, j = 6:0:-3): v[i * 8 + j])
    int bad = 0;
    for (int i = 0; i < 64; i++) {
        int in = i < 40 && (i % 8 == 6 || i % 8 == 3);
        bad += v[i] != i + (in || !on_device() ? 100 : 0);
    }
    CHECK(bad == 0);
    #pragma omp target exit data map(iterator(i = 0:2), delete: v[i * 32:32])

    /* An element of an array is reduced. */
    int r[4] = { 1, 2, 3, 4 };
    #pragma omp target teams distribute parallel for reduction(+: r[2])
    for (int i = 0; i < 1000; i++)
        r[2] += 2;
    CHECK(r[0] == 1 && r[1] == 2 && r[2] == 2003 && r[3] == 4);
    int at = 1;
    #pragma omp target parallel for reduction(max: r[at]) map(tofrom: r)
    for (int i = 0; i < 100; i++)
        if (i > r[at])
            r[at] = i;
    CHECK(r[1] == 99 && r[3] == 4);
    return test_end();
}
