/* A five-point stencil over two collapsed loops, under a limit of threads that only the launch knows. */
#include "bench.h"
int main(int argc, char **argv)
{
    int n = 8192, limit = argc > 1 ? atoi(argv[1]) : 256;
    size_t all = (size_t)n * n;
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
#pragma omp target teams distribute parallel for collapse(2) thread_limit(limit)
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++) {
                    size_t at = (size_t)i * n + j;
                    b[at] = a[at] * 4 + a[at - 1] + a[at + 1] + a[at - n] + a[at + n];
                }
        }
        t = now() - t;
    }
    double s = 0;
    for (size_t i = 0; i < all; i += 97)
        s += b[i] * (i % 13);
    result("limited", t / 40, s);
}
