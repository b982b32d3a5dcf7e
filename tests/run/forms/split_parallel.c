#include "../test.h"

int main(void)
{
    enum { n = 640 };
    int a[n], b[n], c[n];

    #pragma omp target map(from: a)
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = 2 * i;

    #pragma omp target parallel map(from: b)
    #pragma omp for
    for (int i = 0; i < n; i++)
        b[i] = 3 * i;

    #pragma omp target map(from: c)
    #pragma omp simd
    for (int i = 0; i < n; i++)
        c[i] = 4 * i;

    for (int i = 0; i < n; i++)
        CHECK(a[i] == 2 * i && b[i] == 3 * i && c[i] == 4 * i);
    printf("%d %d %d\n", a[n - 1], b[n - 1], c[n - 1]);
    return test_end();
}
