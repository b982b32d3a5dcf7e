/* Sums and sizes of groups: two array sections of lengths that are known at run time in one reduction. */
#include "bench.h"
int main(void)
{
    int n = 1 << 25, groups = 500;
    int *key = malloc(sizeof *key * n), *value = malloc(sizeof *value * n);
    long long *sum = calloc(groups, sizeof *sum);
    int *size = calloc(groups, sizeof *size);
    unsigned seed = 1;
    for (int i = 0; i < n; i++) {
        key[i] = rnd(&seed) % groups;
        value[i] = rnd(&seed) % 1000;
    }
    double t = 0;
#pragma omp target data map(to: key[0:n], value[0:n]) map(tofrom: sum[0:groups], size[0:groups])
    {
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for reduction(+: sum[0:groups], size[0:groups])
            for (int i = 0; i < n; i++) {
                size[key[i]]++;
                sum[key[i]] += value[i];
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (int g = 0; g < groups; g++)
        s += (double)sum[g] * (g % 7) + size[g];
    result("groups", t / 20, s);
}
