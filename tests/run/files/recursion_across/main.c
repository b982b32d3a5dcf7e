/* Functions that call themselves by way of another file: no file alone sees the circle, and kernels need the stack. */
#include "../../test.h"
#include "parity.h"

#pragma omp declare target
int even(int n)
{
    int digits[8] = {n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7};
    return n == 0 ? 1 : odd(digits[n & 7] - (n & 7) - 1);
}
#pragma omp end declare target

int main(void)
{
    int results[64], wrong = 0;
    #pragma omp target teams distribute parallel for map(from: results)
    for (int i = 0; i < 64; i++)
        results[i] = even(i) + 2 * (int)depth_of(i);
    for (int i = 0; i < 64; i++)
        wrong += results[i] != (i % 2 == 0) + 2 * i;
    CHECK(wrong == 0);
    int sum = 0;
    #pragma omp target map(tofrom: sum)
    sum += odd(41) + (int)depth_of(120);
    CHECK(sum == 121);
    printf("%d %d\n", wrong, sum);
    return test_end();
}
