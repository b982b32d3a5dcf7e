/* to, from, tofrom, alloc on one construct. */
#include "../test.h"

int main(void)
{
    enum { n = 500 };
    double in[n], out[n], both[n], scratch[n];
    for (int i = 0; i < n; i++)
        in[i] = i, both[i] = 2 * i;

    #pragma omp target data map(alloc: scratch)
    {
        #pragma omp target teams distribute parallel for map(to: in) map(alloc: scratch)
        for (int i = 0; i < n; i++)
            scratch[i] = in[i] + 1;
        #pragma omp target teams distribute parallel for map(from: out) map(tofrom: both)
        for (int i = 0; i < n; i++) {
            out[i] = scratch[i] * 2;
            both[i] += scratch[i];
        }
    }
    for (int i = 0; i < n; i++) {
        CHECK(out[i] == 2 * i + 2);
        CHECK(both[i] == 3 * i + 1);
        CHECK(in[i] == i);
    }
    printf("%g %g\n", out[n - 1], both[n - 1]);
    return test_end();
}
