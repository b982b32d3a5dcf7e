/* Parallel regions in a row, where one reads by a pointer that is made from the restricted one behind which the other
 * writes: its threads wait for those of the other. And barriers at which threads hand over what such pointers lead to. */
#include "../test.h"
#include <omp.h>

#define N 2000

static double p[N], s[N];

static void declared_inside(double *restrict a, double *restrict b, int n)
{
    #pragma omp target map(tofrom: a[0:n]) map(tofrom: b[0:n])
    {
        double *next = a + 1;
        for (int round = 0; round < 3; round++) {
            #pragma omp parallel for
            for (int i = 0; i < n; i++)
                a[n - 1 - i] = i + round;
            #pragma omp parallel for
            for (int i = 0; i < n - 1; i++)
                b[i] = next[i];
        }
    }
}

static void declared_outside(double *restrict a, double *restrict b, int n)
{
    double *back = a + n / 2;
    #pragma omp target map(tofrom: a[0:n]) map(tofrom: b[0:n])
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[n - 1 - i] = i;
        #pragma omp parallel for
        for (int i = 0; i < n / 2; i++)
            b[i] = back[i];
    }
}

#pragma omp declare target
static double handed_over(double *restrict a, double *restrict b)
{
    double old = a[0];
    #pragma omp barrier
    if (omp_get_thread_num() == 0)
        a[0] = old + 1;
    #pragma omp barrier
    b[omp_get_thread_num()] = a[0];
    return a[0] - old;
}
#pragma omp end declare target

static int counter(double *restrict a, double *restrict b)
{
    int threads = 0;
    #pragma omp target parallel num_threads(64) map(tofrom: a[0:1]) map(tofrom: b[0:64]) map(tofrom: threads)
    {
        double old = a[0];
        #pragma omp barrier
        if (omp_get_thread_num() == 0)
            a[0] = old + 1;
        #pragma omp barrier
        b[omp_get_thread_num()] = a[0] + handed_over(a, b);
        #pragma omp single
        threads = omp_get_num_threads();
    }
    return threads;
}

int main(void)
{
    declared_inside(p, s, N);
    for (int i = 0; i < N - 1; i++)
        CHECK(s[i] == N - 2 - i + 2);
    declared_outside(p, s, N);
    for (int i = 0; i < N / 2; i++)
        CHECK(s[i] == N / 2 - 1 - i);
    p[0] = 5;
    int threads = counter(p, s);
    CHECK(p[0] == 7);
    for (int i = 0; i < threads; i++)
        CHECK(s[i] == 7);
    return test_end();
}
