/* Nests of so many iterations that on a GPU each thread executes several of them, with bounds that neither blocks nor
   warps divide. */
#include "../test.h"
#include <stdlib.h>

static void rows(int m, int n, int first, int pitch, int *x)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:(size_t)m * pitch])
    for (int i = 0; i < m; i++)
        for (int j = first; j < n; j++)
            x[(size_t)i * pitch + j] += i + j;
}

static void planes(int l, int m, int n, int *x)
{
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: x[0:(size_t)l * m * n])
    for (int k = 1; k <= l - 2; k++)
        for (int i = m - 1; i >= 0; i--)
            for (int j = 1; j < n; j++)
                x[((size_t)k * m + i) * n + j] += k;
}

static void wide(long long from, int m, int n, int *x)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:(size_t)m * n])
    for (int i = 0; i < m; i++)
        for (long long j = from; j < from + n; j++)
            x[(size_t)i * n + (j - from)] += 1;
}

static void check_rows(int m, int n, int first, int pitch)
{
    int *x = calloc((size_t)m * pitch + 1, sizeof *x), wrong = 0;
    rows(m, n, first, pitch, x);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < pitch; j++)
            wrong += x[(size_t)i * pitch + j] != (j >= first && j < n ? i + j : 0);
    CHECK(wrong == 0);
    free(x);
}

static void check_planes(int l, int m, int n)
{
    int *x = calloc((size_t)l * m * n, sizeof *x), wrong = 0;
    planes(l, m, n, x);
    for (int k = 0; k < l; k++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                wrong += x[((size_t)k * m + i) * n + j] != (k >= 1 && k <= l - 2 && j >= 1 ? k : 0);
    CHECK(wrong == 0);
    free(x);
}

static void check_wide(long long from, int m, int n)
{
    int *x = calloc((size_t)m * n, sizeof *x), wrong = 0;
    wide(from, m, n, x);
    for (size_t k = 0; k < (size_t)m * n; k++)
        wrong += x[k] != 1;
    CHECK(wrong == 0);
    free(x);
}

int main(void)
{
    check_rows(2049, 2063, 0, 2063);
    check_rows(2049, 1030, 1, 1031);
    check_rows(3, 700001, 37, 700001);
    check_rows(131, 17, 1, 17);
    check_rows(300, 600, 599, 600);
    check_rows(300, 600, 600, 600);
    check_rows(0, 600, 1, 600);
    check_planes(11, 513, 517);
    check_planes(3, 2, 1000);
    check_planes(2, 5, 7);
    check_wide(-5, 1025, 1030);
    check_wide((1LL << 40) + 31, 1025, 2050);
    return test_end();
}
