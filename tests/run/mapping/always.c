/* The always modifier copies whatever the reference count says. */
#include "../test.h"

int main(void)
{
    int a[10] = {0}, seen = -1;

    #pragma omp target data map(to: a)
    {
        a[0] = 5;
        #pragma omp target map(always, to: a) map(from: seen)
        {
            seen = a[0];
            a[1] = 6;
        }
        CHECK(seen == 5);
        #pragma omp target map(always, from: a)
        a[2] = 7;
        CHECK(a[1] == 6 && a[2] == 7);
        a[3] = 8;
        #pragma omp target map(always, tofrom: a)
        a[4] = a[3] + 1;
        CHECK(a[4] == 9);
    }
    printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4]);
    return test_end();
}
