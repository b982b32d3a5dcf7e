/* A region asks for as many threads as the target region's own copy of a variable says by then. */
#include "../test.h"

int main(void)
{
    int n = 10, times = 0;
    #pragma omp target map(tofrom: times) firstprivate(n)
    {
        n = 3;
        #pragma omp parallel num_threads(n)
        {
            #pragma omp atomic
            times++;
        }
    }
    CHECK(times == 3);
    CHECK(n == 10);
    return test_end();
}
