/* Sums into few and many places by atomic updates. */
#include "bench.h"
int main(void)
{
    int n = 1 << 24, m = 1 << 16;
    int *d = malloc(4ul * n);
    double *h = malloc(8ul * m);
    int *g = malloc(4ul * m);
    unsigned s0 = 3;
    for (int i = 0; i < n; i++)
        d[i] = rnd(&s0) % m;
    memset(h, 0, 8ul * m);
    memset(g, 0, 4ul * m);
    double t = 0;
#pragma omp target data map(to: d[0:n]) map(tofrom: h[0:m], g[0:m])
    {
        for (int r = 0; r < 12; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++) {
#pragma omp atomic
                h[d[i]] += 1.5;
#pragma omp atomic update
                g[d[i]]++;
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (int i = 0; i < m; i++)
        s += h[i] * (i % 3) + g[i];
    result("atomics", t / 10, s);
}
