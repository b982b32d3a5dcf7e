/* Names of the program that are those of kernels for launches with separate list items. */
#include "../test.h"

enum { sums_1_apart = 2 };

__attribute__((noinline)) static void sums(int n, const int *a, int *b)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            b[i] += a[i] * sums_1_apart;
}

#pragma omp declare target
static int products_1_apart(int x) { return x + 1; }
static int products_1_code = 1;
#pragma omp end declare target

__attribute__((noinline)) static void products(int n, const int *a, int *b)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            b[i] += products_1_apart(a[i]) * products_1_code;
}

int main(void)
{
    int a[20], b[20];
    for (int i = 0; i < 20; i++)
        a[i] = b[i] = i;
    #pragma omp target data map(to: a) map(tofrom: b)
    {
        sums(20, a, b);
        products(20, a, b);
    }
    for (int i = 0; i < 20; i++)
        CHECK(b[i] == i + 6 * i + 3 * (i + 1));
    return test_end();
}
