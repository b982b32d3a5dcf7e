/* C has no overloads: sqrt(float) computes in double. */
#include "../test.h"
#include <math.h>

int main(void)
{
    enum { n = 100 };
    double a[n], b[n];
    int sizes[3];

    #pragma omp target teams distribute parallel for map(from: a, b, sizes)
    for (int i = 0; i < n; i++) {
        float f = (float)i + 0.1f;
        a[i] = sqrt(f);
        b[i] = (double)sqrtf(f);
        if (i == 0) {
            sizes[0] = (int)sizeof sqrt(f);
            sizes[1] = (int)sizeof sqrtf(f);
            sizes[2] = (int)sizeof fabs(f);
        }
    }
    for (int i = 0; i < n; i++) {
        float f = (float)i + 0.1f;
        CHECK(a[i] == sqrt((double)f));
        CHECK(b[i] == (double)sqrtf(f));
    }
    CHECK(sizes[0] == 8 && sizes[1] == 4 && sizes[2] == 8);
    return test_end();
}
