// Shared memory that a function brings counts, too: its reductions, each of another type or operator, beside variables
// that nearly fill what a kernel may declare.
#include "../test.h"
#include <omp.h>

static void three(int n, const double *a, double *sum, double *most, long *count)
{
    #pragma omp for reduction(+: sum[0:8])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++) sum[j] += a[i];
    #pragma omp for reduction(max: most[0:8])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++) most[j] = a[i] > most[j] ? a[i] : most[j];
    #pragma omp for reduction(+: count[0:8])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++) count[j] += 1;
}
int main(void)
{
    double a[64], out = 0;
    for (int i = 0; i < 64; i++) a[i] = 1;
    #pragma omp target map(to: a) map(tofrom: out)
    {
        double big[5370], sum[8] = {0}, most[8] = {0};
        long count[8] = {0};
        for (int i = 0; i < 5370; i++) big[i] = 1;
        #pragma omp parallel num_threads(64)
        {
            big[omp_get_thread_num()] += 1;
            three(64, a, sum, most, count);
        }
        out = sum[0] + most[0] + count[0] + big[3] + big[5000];
    }
    CHECK(out == 64 + 1 + 64 + 2 + 1);
    return test_end();
}
