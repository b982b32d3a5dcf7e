/* A separable filter: two kernels, short inner loops over a constant array. */
#include "bench.h"
#include <omp.h>
#define R 8
int main(void)
{
    int w = 4096, h = 4096;
    long N = (long)w * h;
    float *a = malloc(4 * N), *b = malloc(4 * N), *c = malloc(4 * N), k[2 * R + 1];
    for (long i = 0; i < N; i++)
        a[i] = i % 257;
    for (int i = 0; i <= 2 * R; i++)
        k[i] = 1.0f / (1 + abs(i - R));
    double t = 0;
#pragma omp target data map(to: a[0:N], k) map(alloc: b[0:N]) map(from: c[0:N])
    {
        for (int r = 0; r < 12; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for collapse(2)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    float s = 0;
                    for (int i = -R; i <= R; i++) {
                        int u = x + i;
                        if (u >= 0 && u < w)
                            s += a[(long)y * w + u] * k[i + R];
                    }
                    b[(long)y * w + x] = s;
                }
#pragma omp target teams distribute parallel for collapse(2)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    float s = 0;
                    for (int i = -R; i <= R; i++) {
                        int v = y + i;
                        if (v >= 0 && v < h)
                            s += b[(long)v * w + x] * k[i + R];
                    }
                    c[(long)y * w + x] = s;
                }
        }
        t = now() - t;
    }
    double s = 0;
    for (long i = 0; i < N; i += 101)
        s += c[i];
    result("conv", t / 10, s);
}
