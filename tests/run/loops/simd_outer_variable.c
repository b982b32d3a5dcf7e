// The iteration variable of simd and other loops is declared outside of the region.
#include "../test.h"

int main(void)
{
    int i, j, k = 0, a[64] = { 0 }, b[8][8] = { { 0 } };
#pragma omp target simd
    for (i = 0; i < 64; i++)
        a[i] = i;
    CHECK(a[63] == 63);
#pragma omp target simd collapse(2)
    for (i = 0; i < 8; i++)
        for (j = 0; j < 8; j++)
            b[i][j] = i * j;
    CHECK(b[7][7] == 49);
#pragma omp target simd lastprivate(i) map(tofrom: a)
    for (i = 0; i < 60; i += 7)
        a[i] = 2;
    CHECK(i == 63 && a[7] == 2);
#pragma omp target simd collapse(2) lastprivate(i, j)
    for (i = 0; i < 8; i++)
        for (j = 0; j < 6; j++)
            b[i][j] = i + j;
    CHECK(i == 8 && j == 6 && b[7][5] == 12);
    i = 3;
#pragma omp target simd private(i)
    for (i = 0; i < 64; i++)
        a[i] = i + 1;
    CHECK(a[63] == 64 && i == 3);
#pragma omp target
    {
#pragma omp simd
        for (i = 0; i < 64; i++)
            a[i] = i + 7;
#pragma omp simd collapse(2)
        for (i = 0; i < 8; i++)
            for (j = 0; j < 8; j++)
                b[i][j] = a[i] * j;
    }
    CHECK(a[63] == 70 && b[7][7] == 98);
#pragma omp target parallel
    {
#pragma omp for
        for (i = 0; i < 64; i++)
            a[i] = i + 9;
#pragma omp for simd collapse(2)
        for (i = 0; i < 8; i++)
            for (j = 0; j < 8; j++)
                b[i][j] = a[i] * j;
    }
    CHECK(a[63] == 72 && b[7][7] == 112);
#pragma omp target teams distribute parallel for
    for (i = 0; i < 8; i++) {
#pragma omp simd
        for (j = 0; j < 8; j++)
            b[i][j] = i - j;
    }
    CHECK(b[7][1] == 6 && b[1][7] == -6);
#pragma omp target teams distribute
    for (i = 0; i < 8; i++) {
#pragma omp simd
        for (j = 0; j < 8; j++)
            b[i][j] = 2 * i - j;
#pragma omp parallel for
        for (j = 0; j < 8; j++)
            b[i][j] += 1;
    }
    CHECK(b[7][1] == 14 && b[1][7] == -4);
    // Each thread runs the loop, with a variable that all share: one after the other.
#pragma omp target parallel num_threads(8) map(tofrom: b, j)
    {
        int me = omp_get_thread_num();
#pragma omp critical
#pragma omp simd
        for (j = 0; j < 8; j++)
            b[me % 8][j] = 10 * me + j;
    }
    int wrong = 0;
    for (int me = 0; me < 8; me++)
        for (int n = 0; n < 8; n++)
            wrong += b[me][n] != 10 * me + n;
    CHECK(wrong == 0);
#pragma omp target map(tofrom: i, k)
    {
#pragma omp simd linear(i) reduction(+: k)
        for (i = 0; i < 10; i++)
            k += 2;
        k += i;
    }
    CHECK(i == 10 && k == 30);
#pragma omp target map(tofrom: k)
    {
        int n;
#pragma omp simd reduction(+: k)
        for (n = 0; n < 12; n++)
            k++;
        k += n;
    }
    CHECK(k == 54);
    return test_end();
}
