/* `masked` with `filter` outside of parallel regions: the only thread has the number 0 (OpenMP 5.2, 10.5). */
#include "../test.h"

#pragma omp declare target
static int of_function(int number)
{
    int ran = 0;
    #pragma omp masked filter(number)
    ran = 1;
    return ran;
}
#pragma omp end declare target

int main(void)
{
    int x = 0, zero = 0, one = 1, calls = 0, sum = 0, v[8] = {0};
    #pragma omp target map(tofrom: x, calls) map(to: zero, one)
    {
        #pragma omp masked filter(zero)
        x += 1;
        #pragma omp masked filter(one)
        x += 10;
        #pragma omp masked filter(1)
        x += 100;
        #pragma omp masked filter(-1)
        x += 1000;
        #pragma omp masked filter(one > 2 ? 5 : zero)
        {
            x += 10000;
        }
        // The number is computed once, even where nobody executes the block.
        #pragma omp masked filter(++calls)
        x += 100000;
        if (one)
            #pragma omp masked filter(zero)
            x += 1000000;
        else
            x = -1;
    }
    CHECK(x == 1010001 && calls == 1);
    // With a parallel region inside.
    #pragma omp target map(tofrom: sum) map(to: zero, one)
    {
        #pragma omp masked filter(zero)
        {
            #pragma omp parallel for reduction(+: sum)
            for (int i = 0; i < 10; i++)
                sum += i;
        }
        #pragma omp masked filter(one)
        {
            #pragma omp parallel for reduction(+: sum)
            for (int i = 0; i < 10; i++)
                sum += 100;
        }
    }
    CHECK(sum == 45);
    #pragma omp target map(tofrom: v) map(to: zero, one)
    {
        #pragma omp masked taskloop filter(zero) shared(v)
        for (int i = 0; i < 4; i++)
            v[i] = i + 1;
        #pragma omp masked taskloop filter(one) shared(v)
        for (int i = 4; i < 8; i++)
            v[i] = i + 1;
    }
    CHECK(v[0] == 1 && v[3] == 4 && v[4] == 0 && v[7] == 0);
    int alone = 0, many = 0;
    #pragma omp target map(tofrom: alone, many)
    {
        alone = of_function(0) + 2 * of_function(1);
        #pragma omp parallel num_threads(2) reduction(+: many)
        many += of_function(1);
    }
    CHECK(alone == 1 && many == 1);
    return test_end();
}
