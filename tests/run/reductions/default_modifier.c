/* The reduction modifier `default` says what no modifier says. */
#include "../test.h"

int main(void)
{
    unsigned all[8] = { 0 }, *r = all, sum = 0;
    #pragma omp target teams reduction(^: r[0:8])
    #pragma omp distribute parallel for reduction(default, ^: r[0:8])
    for (int i = 0; i < 1000; i++)
        r[i % 8] ^= i;
    for (int i = 0; i < 8; i++) {
        unsigned host = 0;
        for (int n = i; n < 1000; n += 8)
            host ^= n;
        CHECK(r[i] == host);
    }
    #pragma omp target teams distribute reduction(default, +: sum)
    for (int i = 0; i < 10; i++)
        #pragma omp parallel for reduction(default, +: sum)
        for (int j = 0; j < 10; j++)
            sum += j;
    CHECK(sum == 450);
    return test_end();
}
