/* A stencil of seven points in three dimensions. */
#include "bench.h"
int main(void)
{
    int n = 384;
    long N = (long)n * n * n;
    double *a = malloc(8 * N), *b = malloc(8 * N);
    for (long i = 0; i < N; i++)
        a[i] = b[i] = i % 11;
    double t = 0;
#define I(i, j, k) (((long)(i) * n + (j)) * n + (k))
#pragma omp target data map(tofrom: a[0:N], b[0:N])
    {
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                t = now();
            double *p = r % 2 ? b : a, *q = r % 2 ? a : b;
#pragma omp target teams distribute parallel for collapse(3)
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    for (int k = 1; k < n - 1; k++)
                        q[I(i, j, k)] = 0.4 * p[I(i, j, k)] +
                                        0.1 * (p[I(i - 1, j, k)] + p[I(i + 1, j, k)] + p[I(i, j - 1, k)] +
                                               p[I(i, j + 1, k)] + p[I(i, j, k - 1)] + p[I(i, j, k + 1)]);
        }
        t = now() - t;
    }
    double s = 0;
    for (long i = 0; i < N; i += 1001)
        s += a[i];
    result("stencil", t / 20, s);
}
