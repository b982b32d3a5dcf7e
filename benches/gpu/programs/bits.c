/* Integer work without memory: counted bits of a hash. */
#include "bench.h"
int main(void)
{
    int n = 1 << 24;
    unsigned *d = malloc(4ul * n);
    int *c = malloc(4ul * n);
    unsigned s0 = 3;
    for (int i = 0; i < n; i++)
        d[i] = rnd(&s0) * 7919u;
    double t = 0;
#pragma omp target data map(to: d[0:n]) map(from: c[0:n])
    {
        for (int r = 0; r < 12; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++) {
                unsigned v = d[i];
                int k = 0;
                while (v) {
                    v &= v - 1;
                    k++;
                }
                c[i] = k;
            }
#pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++) {
                unsigned v = d[i];
                c[i] += __builtin_popcount(v);
            }
#pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++) {
                unsigned char *b = (unsigned char *)&d[i];
                int k = 0;
                for (int q = 0; q < 4; q++)
                    for (int z = 0; z < 8; z++)
                        k += (b[q] >> z) & 1;
                c[i] += k;
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += c[i];
    result("bits", t / 10, s);
}
