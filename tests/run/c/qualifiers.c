/* const, volatile, restrict, register, inline, _Alignas-free storage classes in device code. */
#include "../test.h"

static inline double scaled(const double *restrict const p, register int i, volatile int *seen)
{
    *seen = i;
    return p[i] * 2;
}

int main(void)
{
    enum { n = 100 };
    double a[n], b[n];
    const double bias = 0.5;
    volatile int stop = n;
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma omp target teams distribute parallel for map(to: a) map(from: b)
    for (int i = 0; i < n; i++) {
        volatile int seen = -1;
        const int twice = 2 * i;
        auto int once = twice / 2;
        b[i] = scaled(a, once, &seen) + bias + seen;
    }
    for (int i = 0; i < stop; i++)
        CHECK(b[i] == 3 * i + 0.5);
    printf("%g\n", b[n - 1]);
    return test_end();
}
