/* A table of functions that the sequential part declares, for the threads of a region. */
#include "../test.h"

#pragma omp declare target
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
static void counted(int *p)
{
    #pragma omp parallel num_threads(2)
    {
        #pragma omp atomic
        (*p)++;
    }
}
#pragma omp end declare target

int main(void)
{
    double sum = 0;
    int k = 0;
    #pragma omp target map(tofrom: sum, k)
    {
        counted(&k);
        double (*table[2])(double) = { square, cube };
        #pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < 10; i++)
            sum += table[i & 1](i);
    }
    CHECK(sum == 1345);
    printf("%g\n", sum);
    return test_end();
}
