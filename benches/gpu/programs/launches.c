/* 100,000 small regions, each of which needs the one before it: sweeps over a vector that is present, there and back. */
#include "bench.h"
int main(void)
{
    int n = 1024, rounds = 50000;
    float *a = malloc(4 * n), *b = malloc(4 * n);
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i % 10;
    double t = 0;
#pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
    for (int r = -100; r <= rounds; r++) {
        if (r == 0 || r == rounds) {
#pragma omp target update from(a[0:1])
            t = now() - t;
            if (r == rounds)
                break;
        }
#pragma omp target teams distribute parallel for
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
#pragma omp target teams distribute parallel for
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    result("launches", t / (2 * rounds), s);
}
