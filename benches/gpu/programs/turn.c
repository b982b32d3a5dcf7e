/* A matrix turned without tiles: one of two accesses is scattered, whichever loop neighbouring threads share. */
#include "bench.h"
int main(void)
{
    int n = 8192;
    size_t all = (size_t)n * n;
    float *a = malloc(sizeof(float) * all), *b = malloc(sizeof(float) * all);
    for (size_t i = 0; i < all; i++) {
        a[i] = i % 1001;
        b[i] = 0;
    }
    double t = 0;
#pragma omp target data map(to: a[0:all]) map(tofrom: b[0:all])
    {
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for collapse(2)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    b[(size_t)j * n + i] = a[(size_t)i * n + j];
        }
        t = now() - t;
    }
    double s = 0;
    for (size_t i = 0; i < all; i += 97)
        s += b[i] * (i % 13);
    result("turn", t / 20, s);
}
