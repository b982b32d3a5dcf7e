/* Preprocessor conditionals around pragmas and inside regions. */
#include "../test.h"

#define USE_DEVICE 1

int main(void)
{
    enum { n = 70 };
    int a[n];
#if USE_DEVICE
    #pragma omp target teams distribute parallel for map(from: a)
#else
    #pragma omp parallel for
#endif
    for (int i = 0; i < n; i++) {
#ifdef NOT_DEFINED
        a[i] = -1;
#else
        a[i] = i;
#endif
#ifdef _OPENMP
        a[i] += 1;
#endif
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + 1);
    CHECK(_OPENMP >= 201511);
    printf("%d\n", a[n - 1]);
    return test_end();
}
