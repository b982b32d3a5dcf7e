/* Scalars declared in front of a loop, in C's way, that no clause makes private: two of the region's, one mapped. */
#include "bench.h"
#include <omp.h>
int main(void)
{
    int n = 1 << 24;
    float *a = malloc(4L * n), *b = malloc(4L * n), t = 0, u, v;
    for (int i = 0; i < n; i++)
        a[i] = (i * 7L) % 123;
    double seconds = 0;
#pragma omp target data map(to: a[0:n]) map(from: b[0:n]) map(tofrom: t)
    {
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                seconds = now();
#pragma omp target teams distribute parallel for map(tofrom: t)
            for (int i = 0; i < n; i++) {
                t = a[i];
                u = t * t + 1;
                v = t > 60 ? u : u * 2;
                b[i] = t / v;
            }
        }
        seconds = now() - seconds;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += b[i];
    result("scalars", seconds / 20, s);
}
