#include "../test.h"

int main(void)
{
    float a[100], b[100];
    for (int i = 0; i < 100; i++)
        b[i] = (float)i;

    #pragma omp target simd map(from: a) map(to: b) simdlen(8)
    for (int i = 0; i < 100; i++)
        a[i] = 2.0f * b[i];

    for (int i = 0; i < 100; i++)
        CHECK(a[i] == 2.0f * (float)i);
    printf("%g\n", (double)a[99]);
    return test_end();
}
