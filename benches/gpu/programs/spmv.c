/* A sparse matrix in CSR times a vector: an inner `simd` over a row. */
#include "bench.h"
int main(void)
{
    int n = 1 << 18, W = 48;
    int *rp = malloc(4 * (n + 1));
    unsigned s0 = 5;
    rp[0] = 0;
    for (int i = 0; i < n; i++)
        rp[i + 1] = rp[i] + W / 2 + rnd(&s0) % W;
    long nz = rp[n];
    int *ci = malloc(4 * nz);
    double *v = malloc(8 * nz), *x = malloc(8 * n), *y = malloc(8 * n);
    for (int i = 0; i < n; i++) {
        x[i] = 1 + i % 7;
        for (int k = rp[i]; k < rp[i + 1]; k++) {
            ci[k] = (i + (rnd(&s0) % 4096)) % n;
            v[k] = 1 + k % 3;
        }
    }
    double t = 0;
#pragma omp target data map(to: rp[0:n + 1], ci[0:nz], v[0:nz], x[0:n]) map(from: y[0:n])
    {
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++) {
                double s = 0;
#pragma omp simd reduction(+: s)
                for (int k = rp[i]; k < rp[i + 1]; k++)
                    s += v[k] * x[ci[k]];
                y[i] = s;
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += y[i];
    result("spmv", t / 20, s);
}
