#include "../test.h"

int main(void)
{
    enum { n = 500 };
    double a[n];

    #pragma omp target teams distribute simd map(from: a)
    for (int i = 0; i < n; i++)
        a[i] = i / 4.0;

    for (int i = 0; i < n; i++)
        CHECK(a[i] == i / 4.0);
    printf("%g\n", a[n - 1]);
    return test_end();
}
