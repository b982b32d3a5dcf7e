// host: skip (gcc 12 knows no loop transformations)
/* Transformed loops with a constant number of iterations, which is zero. */
#include "../test.h"

#define FROM 14

int main(void)
{
    long c = 0, n = 14;
    #pragma omp target parallel for reduction(+: c)
    #pragma omp tile sizes(4)
    for (long i = FROM; i != FROM; i++)
        c++;
    #pragma omp target parallel for reduction(+: c)
    #pragma omp reverse
    for (unsigned long i = 0; i != 0; i++)
        c++;
    #pragma omp target parallel for reduction(+: c)
    #pragma omp tile sizes(3)
    for (unsigned i = -1; i != 4294967295u; i--)
        c++;
    #pragma omp target parallel for reduction(+: c)
    #pragma omp unroll partial(2)
    for (unsigned char i = 7; i != FROM / 2; i++)
        c++;
    #pragma omp target parallel for collapse(2) reduction(+: c)
    #pragma omp tile sizes(4, 4)
    for (long i = 0; i < n; i++)
        for (long j = FROM; j != FROM; j--)
            c++;
    CHECK(c == 0);
    #pragma omp target parallel for reduction(+: c)
    #pragma omp tile sizes(4)
    for (long i = FROM; i != 2 * FROM; i++)
        c++;
    #pragma omp target parallel for reduction(+: c)
    #pragma omp reverse
    for (long long i = FROM; i != n; i++)
        c++;
    CHECK(c == FROM);
    return test_end();
}
