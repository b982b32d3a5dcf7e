/* cancel without OMP_CANCELLATION has no effect; unroll changes nothing but speed. */
#include "../test.h"

int main(void)
{
    int n = 100, sum[4] = {0, 0, 0, 0}, hits[100];
    memset(hits, 0, sizeof hits);
    #pragma omp target parallel num_threads(33) map(tofrom: hits, sum)
    {
        #pragma omp for
        for (int i = 0; i < n; i++) {
            hits[i]++;
            #pragma omp cancel for if (i == 200)
            #pragma omp cancellation point for
            hits[i]++;
        }
        #pragma omp single
        {
            #pragma omp unroll partial(4)
            for (int i = 0; i < n; i++)
                sum[0] += i;
            int i;
            #pragma omp unroll
            for (i = 0; i < 7; i++)
                sum[1] += i;
        }
    }
    #pragma omp target map(tofrom: sum)
    {
        #pragma omp unroll full
        for (int i = 0; i < 8; i++)
            sum[2] += i;
    }
    #pragma omp target teams distribute parallel for map(tofrom: hits)
    #pragma omp unroll partial(2)
    for (int i = 0; i < n; i++)
        hits[i] *= 3;
    for (int i = 0; i < n; i++)
        CHECK(hits[i] == 6);
    CHECK(sum[0] == n * (n - 1) / 2 && sum[1] == 21 && sum[2] == 28);
    return test_end();
}
