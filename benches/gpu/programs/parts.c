/* Vectors of three parts, an array for each part, and structures of them: the inner loop has three iterations. */
#include "bench.h"
int main(void)
{
    int n = 1 << 22;
    size_t all = 3 * (size_t)n;
    float *a = malloc(sizeof(float) * all), *b = malloc(sizeof(float) * all);
    for (size_t i = 0; i < all; i++) {
        a[i] = i % 31;
        b[i] = 0;
    }
    double t = 0;
#pragma omp target data map(to: a[0:all]) map(tofrom: b[0:all])
    {
        for (int r = 0; r < 42; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for collapse(2)
            for (int i = 0; i < n; i++)
                for (int c = 0; c < 3; c++)
                    b[(size_t)c * n + i] += a[(size_t)c * n + i];
#pragma omp target teams distribute parallel for collapse(2)
            for (int i = 0; i < n; i++)
                for (int c = 0; c < 3; c++)
                    b[3 * (size_t)i + c] += a[3 * (size_t)i + c];
        }
        t = now() - t;
    }
    double s = 0;
    for (size_t i = 0; i < all; i += 97)
        s += b[i] * (i % 13);
    result("parts", t / 40, s);
}
