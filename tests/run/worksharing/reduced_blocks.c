/* Reductions over sections and scope, and under dynamic schedules. */
#include "../test.h"

static void check(int threads)
{
    int sum = 1, most = -5, all = 0, product = 1, over = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: sum, most, all, product, over)
    {
        int me = omp_get_thread_num();
        #pragma omp sections reduction(+: sum) reduction(max: most)
        {
            #pragma omp section
            {
                sum += 10;
                most = 3;
            }
            #pragma omp section
            sum += 100;
            #pragma omp section
            {
                sum += 1000;
                most = most > 7 ? most : 7;
            }
        }
        #pragma omp scope reduction(+: all)
        all += me + sum;
        #pragma omp for schedule(dynamic, 3) reduction(+: over)
        for (int i = 0; i < 500; i++)
            over += i;
    }
    #pragma omp target map(tofrom: product)
    {
        #pragma omp parallel sections num_threads(threads) reduction(*: product)
        {
            #pragma omp section
            product *= 2;
            #pragma omp section
            product *= 3;
        }
    }
    CHECK(sum == 1111 && most == 7);
    CHECK(all == threads * (threads - 1) / 2 + threads * 1111);
    CHECK(product == 6);
    CHECK(over == 500 * 499 / 2);
}

int main(void)
{
    int counts[] = {1, 5, 32, 33, 95, 992};
    for (int i = 0; i < 6; i++)
        check(counts[i]);
    return test_end();
}
