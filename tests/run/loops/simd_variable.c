/* The iteration variable of a simd loop is linear: where it is mapped the host sees its last value. */
#include "../test.h"

int main(void)
{
    int k = -1, m = -1, p = -1, q = -1, x = 0, a[80] = {0};
    #pragma omp target map(tofrom: k, x)
    #pragma omp simd lastprivate(x)
    for (k = 0; k < 77; k++)
        x = k;
    CHECK(k == 77 && x == 76);
    #pragma omp target parallel for simd map(tofrom: m, a)
    for (m = 0; m < 77; m += 2)
        a[m]++;
    CHECK(m == 78 && a[76] == 1 && a[75] == 0);
    #pragma omp target teams distribute parallel for simd map(tofrom: p, a)
    for (p = 79; p >= 0; p--)
        a[p]++;
    CHECK(p == -1 && a[76] == 2);
    #pragma omp target map(tofrom: q, a)
    #pragma omp parallel num_threads(33)
    {
        #pragma omp for simd
        for (q = 3; q < 50; q += 5)
            a[q]++;
        #pragma omp for simd
        for (q = 3; q < 50; q += 4)
            a[q]++;
    }
    CHECK(q == 51 && a[43] == 3);
    return test_end();
}
