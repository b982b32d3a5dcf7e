/* The distance of each point of a set to the nearest of another: a loop over points in a plain loop (hausdorff). */
#include "bench.h"
int main(void)
{
    int n = 1 << 16;
    float *x = malloc(sizeof(float) * 2 * n), *y = malloc(sizeof(float) * 2 * n), *least = malloc(sizeof(float) * n);
    unsigned seed = 3;
    for (int i = 0; i < 2 * n; i++) {
        x[i] = rnd(&seed) % 4096;
        y[i] = rnd(&seed) % 4096;
    }
    memset(least, 0, sizeof(float) * n);
    double t = 0;
#pragma omp target data map(to: x[0:2 * n], y[0:2 * n]) map(tofrom: least[0:n])
    {
        for (int r = 0; r < 7; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++) {
                float best = 1e30f;
                for (int j = 0; j < n; j++) {
                    float dx = x[2 * i] - y[2 * j], dy = x[2 * i + 1] - y[2 * j + 1], d = dx * dx + dy * dy;
                    best = d < best ? d : best;
                }
                least[i] = best;
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += least[i] * (i % 13);
    result("nearest", t / 5, s);
}
