/* The steps of a bitonic sort: a plain loop whose body is a condition, launched 300 times. */
#include "bench.h"
int main(void)
{
    const unsigned n = 1u << 24;
    int *a = malloc(sizeof(int) * n);
    unsigned seed = 7;
    for (unsigned i = 0; i < n; i++)
        a[i] = (int)(rnd(&seed) % 1000003);
    double t;
#pragma omp target data map(tofrom: a[0:n])
    {
        t = now();
        for (unsigned k = 2; k <= n; k *= 2)
            for (unsigned j = k / 2; j > 0; j /= 2) {
#pragma omp target teams distribute parallel for
                for (unsigned i = 0; i < n; i++) {
                    unsigned other = i ^ j;
                    if (other > i && ((i & k) == 0) == (a[i] > a[other])) {
                        int keep = a[i];
                        a[i] = a[other];
                        a[other] = keep;
                    }
                }
            }
        t = now() - t;
    }
    double s = 0;
    for (unsigned i = 0; i < n; i += 97)
        s += (double)a[i] * (i % 13);
    result("bitonic", t, s);
}
