/* Iteration variables that are volatile: what their ranges compute has the type without the qualifier. */
#include "../test.h"

typedef volatile int moving;
typedef int plain;

int main(void)
{
    int a[40] = { 0 }, sum = 0, last = -1;
    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (volatile int i = 0; i < 40; i += 3)
        a[i] = i;
    #pragma omp target map(tofrom: sum) map(to: a)
    #pragma omp parallel for reduction(+: sum) schedule(dynamic, 2)
    for (moving i = 39; i > 0; i--)
        sum += a[i];
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
    for (volatile unsigned i = 0; i < 4; i++)
        for (volatile plain j = 9; j >= 0; j -= 2)
            a[10 * i + j] += 100;
    #pragma omp target map(tofrom: last)
    #pragma omp parallel for lastprivate(last)
    for (volatile long i = 5; i != 9; i++)
        last = (int)i;
    #pragma omp target map(tofrom: sum)
    #pragma omp parallel for collapse(2) reduction(+: sum)
    for (volatile int i = 0; i < 4; i++)
        for (volatile int j = i; j < 4; j++)
            sum++;
    CHECK(a[3] == 103 && a[4] == 0 && a[11] == 100 && a[39] == 139);
    CHECK(sum == 3 * 13 * 14 / 2 + 10);
    CHECK(last == 8);
    return test_end();
}
