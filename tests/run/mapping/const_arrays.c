#include "../test.h"

static const int table[8] = {2, 3, 5, 7, 11, 13, 17, 19};

static void multiply(const double *const restrict in, double *restrict out, const int n)
{
    #pragma omp target teams distribute parallel for map(to: in[0:n], table) map(from: out[0:n])
    for (int i = 0; i < n; i++)
        out[i] = in[i] * table[i % 8];
}

int main(void)
{
    double in[100], out[100];
    for (int i = 0; i < 100; i++)
        in[i] = i;
    multiply(in, out, 100);
    for (int i = 0; i < 100; i++)
        CHECK(out[i] == i * table[i % 8]);
    printf("%g\n", out[99]);
    return test_end();
}
