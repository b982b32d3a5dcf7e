// host: skip (gcc 12 does not know the present modifier)
#include "../test.h"

int main(void)
{
    int a[100] = {0}, *p = a;

    #pragma omp target data map(tofrom: a)
    {
        #pragma omp target map(present, alloc: a)
        a[1] = 1;
        #pragma omp target teams distribute parallel for map(present, tofrom: p[0:100])
        for (int i = 2; i < 100; i++)
            p[i] = i;
        #pragma omp target update from(present: a[1:1])
        CHECK(a[1] == 1);
        #pragma omp target defaultmap(present: aggregate)
        a[0] = 100;
    }
    CHECK(a[0] == 100 && a[1] == 1 && a[99] == 99);
    printf("%d\n", a[0]);
    return test_end();
}
