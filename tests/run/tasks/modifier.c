/* reduction(task, ...): the tasks of every thread take part in the region's reduction. */
#include "../test.h"

static void of_parallel(int threads)
{
    int x = 5, s = 1, loops = 0;
    #pragma omp target map(tofrom: x, s, loops)
    {
        #pragma omp parallel num_threads(threads) reduction(task, +: x)
        {
            x += 1;
            #pragma omp task in_reduction(+: x)
            x += 10;
            #pragma omp single
            for (int i = 0; i < 7; i++) {
                #pragma omp task in_reduction(+: x)
                x += 100;
            }
        }
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp sections reduction(task, +: s)
            {
                #pragma omp section
                {
                    #pragma omp task in_reduction(+: s)
                    s += 2;
                }
                #pragma omp section
                s += 3;
            }
            #pragma omp for reduction(task, +: loops)
            for (int i = 0; i < 50; i++) {
                #pragma omp task in_reduction(+: loops)
                loops += i;
            }
        }
    }
    CHECK(x == 5 + threads * 11 + 700);
    CHECK(s == 6);
    CHECK(loops == 49 * 25);
}

int main(void)
{
    of_parallel(1);
    of_parallel(32);
    of_parallel(95);
    return test_end();
}
