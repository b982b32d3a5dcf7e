/* Sums over every number of iterations around a warp, a block and a grid; integers exactly. */
#include "../test.h"

static const int sizes[] = {0, 1, 2, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000, 4097, 100003, 1000000};

static long expected(int n)
{
    return (long)n * (n - 1) / 2;
}

int main(void)
{
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        long sum = 7;
        #pragma omp target teams distribute parallel for reduction(+: sum)
        for (int i = 0; i < n; i++)
            sum += i;
        CHECK(sum == 7 + expected(n));

        long one_team = 1;
        #pragma omp target parallel for reduction(+: one_team) num_threads(95)
        for (int i = 0; i < n; i++)
            one_team += i;
        CHECK(one_team == 1 + expected(n));

        long untold = 2;
        #pragma omp target parallel for reduction(+: untold)
        for (int i = 0; i < n; i++)
            untold += i;
        CHECK(untold == 2 + expected(n));

        long spread = 3;
        #pragma omp target teams distribute reduction(+: spread)
        for (int i = 0; i < n; i++)
            spread += i;
        CHECK(spread == 3 + expected(n));

        long loop = 4;
        #pragma omp target teams loop reduction(+: loop)
        for (int i = 0; i < n; i++)
            loop += i;
        CHECK(loop == 4 + expected(n));

        unsigned long long wide = 5;
        #pragma omp target teams distribute parallel for simd reduction(+: wide)
        for (unsigned long long i = 0; i < (unsigned long long)n; i++)
            wide += i;
        CHECK(wide == 5 + (unsigned long long)expected(n));
    }
    return test_end();
}
