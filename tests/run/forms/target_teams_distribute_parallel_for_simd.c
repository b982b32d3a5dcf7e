#include "../test.h"

int main(void)
{
    int n = 100003;
    float *a = malloc((size_t)n * sizeof *a);

    #pragma omp target teams distribute parallel for simd map(from: a[:n]) simdlen(8)
    for (int i = 0; i < n; i++)
        a[i] = (float)(i % 4096) * 0.25f;

    for (int i = 0; i < n; i++)
        CHECK(a[i] == (float)(i % 4096) * 0.25f);
    printf("%g\n", (double)a[n - 1]);
    free(a);
    return test_end();
}
