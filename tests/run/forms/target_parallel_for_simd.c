#include "../test.h"

int main(void)
{
    enum { n = 333 };
    double a[n], b[n];
    for (int i = 0; i < n; i++)
        b[i] = i * 0.5;

    #pragma omp target parallel for simd map(from: a) map(to: b) safelen(16) simdlen(4)
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 1.0;

    for (int i = 0; i < n; i++)
        CHECK(a[i] == i * 0.5 + 1.0);
    printf("%g\n", a[n - 1]);
    return test_end();
}
