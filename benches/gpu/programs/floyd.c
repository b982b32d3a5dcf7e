/* All shortest paths: a launch for each vertex. */
#include "bench.h"
int main(void)
{
    int n = 1024;
    unsigned s0 = 1;
    int *d = malloc(sizeof(int) * n * n), *p = malloc(sizeof(int) * n * n);
    for (int i = 0; i < n * n; i++) {
        d[i] = 1 + rnd(&s0) % 1000;
        p[i] = i % n;
    }
    for (int i = 0; i < n; i++)
        d[i * n + i] = 0;
    double t;
#pragma omp target data map(tofrom: d[0:n * n], p[0:n * n])
    {
        t = now();
        for (int k = 0; k < n; k++) {
#pragma omp target teams distribute parallel for collapse(2)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    int w = d[i * n + k] + d[k * n + j];
                    if (w < d[i * n + j]) {
                        d[i * n + j] = w;
                        p[i * n + j] = k;
                    }
                }
        }
        t = now() - t;
    }
    double s = 0;
    for (int i = 0; i < n * n; i++)
        s += d[i] * (double)(i % 7);
    result("floyd", t, s);
}
