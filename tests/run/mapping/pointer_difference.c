/* Two pointers into one mapped array keep their distance on the device. */
#include "../test.h"

int main(void)
{
    int a[100], *lo = a + 10, *hi = a + 90;
    long distance = 0;
    int order = 0;
    memset(a, 0, sizeof a);

    #pragma omp target map(tofrom: a) map(from: distance, order)
    {
        distance = hi - lo;
        order = lo < hi;
        for (int *p = lo; p != hi; p++)
            *p = (int)(p - lo);
    }
    CHECK(distance == 80 && order == 1);
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == (i >= 10 && i < 90 ? i - 10 : 0));
    printf("%ld\n", distance);
    return test_end();
}
