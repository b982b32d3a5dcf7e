/* Jacobi sweeps with the largest change as a reduction. */
#include "bench.h"
int main(void)
{
    int n = 4096;
    long N = (long)n * n;
    float (*a)[n] = malloc(4 * N), (*b)[n] = malloc(4 * N);
    memset(a, 0, 4 * N);
    memset(b, 0, 4 * N);
    for (int i = 0; i < n; i++)
        a[i][0] = b[i][0] = 1;
    double t = 0;
    float err = 0;
#pragma omp target data map(tofrom: a[0:n]) map(alloc: b[0:n])
    {
        for (int r = 0; r < 12; r++) {
            if (r == 2)
                t = now();
            err = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(max: err) map(tofrom: err)
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++) {
                    b[i][j] = 0.25f * (a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
                    err = fmaxf(err, fabsf(b[i][j] - a[i][j]));
                }
#pragma omp target teams distribute parallel for collapse(2)
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    a[i][j] = b[i][j];
        }
        t = now() - t;
    }
    double s = err;
    for (int i = 0; i < n; i++)
        s += a[i][1] + a[i][2];
    result("jacobi", t / 10, s);
}
