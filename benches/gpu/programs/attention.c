/* Attention of single queries: a plain loop over outputs whose body holds loops over keys. */
#include "bench.h"
int main(void)
{
    int n = 2048, d = 256, rows = 64;
    size_t all = (size_t)n * d, outputs = (size_t)rows * n;
    float *key = malloc(sizeof(float) * all), *query = malloc(sizeof(float) * rows * d),
          *dot = malloc(sizeof(float) * outputs), *out = malloc(sizeof(float) * rows * d);
    for (size_t i = 0; i < all; i++)
        key[i] = (float)(i % 17) / 16;
    for (int i = 0; i < rows * d; i++)
        query[i] = (float)(i % 13) / 64, out[i] = 0;
    memset(dot, 0, sizeof(float) * outputs);
    double t = 0;
#pragma omp target data map(to: key[0:all], query[0:rows * d]) map(tofrom: out[0:rows * d], dot[0:outputs])
    {
        for (int r = 0; r < 42; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for
            for (int at = 0; at < rows * n; at++) {
                int q = at / n, k = at % n;
                float sum = 0;
                for (int i = 0; i < d; i++)
                    sum += key[(size_t)i * n + k] * query[q * d + i];
                dot[at] = sum;
            }
#pragma omp target teams distribute parallel for
            for (int at = 0; at < rows * d; at++) {
                int q = at / d, i = at % d;
                float sum = 0;
                for (int k = 0; k < n; k++)
                    sum += dot[(size_t)q * n + k] * key[(size_t)k * d + i];
                out[at] = sum;
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (int i = 0; i < rows * d; i++)
        s += floor(out[i] * 1e-2) * (i % 13);
    result("attention", t / 40, s);
}
