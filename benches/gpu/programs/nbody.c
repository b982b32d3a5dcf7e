/* Forces between all pairs: each thread goes over all bodies. */
#include "bench.h"
int main(void)
{
    int n = 16384;
    float *x = malloc(16 * n), *a = malloc(12 * n);
    unsigned s0 = 9;
    for (int i = 0; i < 4 * n; i++)
        x[i] = (rnd(&s0) % 1000) / 1000.f;
    double t = 0;
#pragma omp target data map(to: x[0:4 * n]) map(from: a[0:3 * n])
    {
        for (int r = 0; r < 12; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++) {
                float ax = 0, ay = 0, az = 0, xi = x[4 * i], yi = x[4 * i + 1], zi = x[4 * i + 2];
                for (int j = 0; j < n; j++) {
                    float dx = x[4 * j] - xi, dy = x[4 * j + 1] - yi, dz = x[4 * j + 2] - zi;
                    float d = dx * dx + dy * dy + dz * dz + 0.01f;
                    float q = 1.0f / sqrtf(d);
                    q = q * q * q * x[4 * j + 3];
                    ax += dx * q;
                    ay += dy * q;
                    az += dz * q;
                }
                a[3 * i] = ax;
                a[3 * i + 1] = ay;
                a[3 * i + 2] = az;
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (int i = 0; i < 3 * n; i++)
        s += fabs(a[i]);
    result("nbody", t / 10, s);
}
