// host: skip
// Alignments that arrays of variable length have anyhow, and stricter ones of arrays beside them.
#include "../test.h"
#include <stdint.h>

int main(void)
{
    int n = 3, sum = 0;
    uintptr_t at[3] = {1, 1, 1};
#pragma omp target map(tofrom : at, sum) firstprivate(n)
    {
        char odd[n], v[n];
        int fixed[5];
#pragma omp allocate(v) align(16)
#pragma omp allocate(fixed) align(128)
        __attribute__((aligned(8))) char w[n + 1];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            odd[i] = v[i] = w[i] = fixed[i] = (char)i;
        at[0] = (uintptr_t)v % 16;
        at[1] = (uintptr_t)fixed % 128;
        at[2] = (uintptr_t)w % 8;
        for (int i = 0; i < n; i++)
            sum += odd[i] + v[i] + w[i] + fixed[i];
    }
    CHECK(on_device() ? at[0] == 0 : 1);
    CHECK(at[1] == 0);
    CHECK(at[2] == 0);
    CHECK(sum == 12);
    return test_end();
}
