#include "../test.h"

int main(void)
{
    int rounds = 0, flag = 0;
    #pragma omp target data map(alloc: flag)
    for (int k = 0; k < 5; k++) {
        flag = k;
        #pragma omp target map(always, tofrom: flag)
        flag += 10;
        CHECK(flag == k + 10);
        rounds += flag;
    }
    printf("%d\n", rounds);
    CHECK(rounds == 60);
    return test_end();
}
