// A `firstprivate` array of variable length: the region changes its copy only.
#include "../test.h"

static void work(int n, double *out)
{
    double v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
#pragma omp target firstprivate(v) map(from: out[0:n])
    for (int i = 0; i < n; i++) {
        v[i] += 1;
        out[i] = v[i];
    }
    for (int i = 0; i < n; i++)
        CHECK(v[i] == i && out[i] == i + 1);
}

int main(void)
{
    double out[7];
    work(7, out);
    printf("%g\n", out[6]);
    return test_end();
}
