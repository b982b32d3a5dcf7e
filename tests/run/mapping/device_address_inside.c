// `has_device_addr` of an array inside `use_device_addr` of the same array.
#include "../test.h"

int main(void)
{
    int a[10] = { 0 }, b[2][3] = { { 0 } };

#pragma omp target data map(tofrom: a, b) use_device_addr(a, b)
    {
#pragma omp target has_device_addr(a, b)
        {
            a[7] = 98;
            b[1][2] = 3;
        }
        int *p = a;
#pragma omp target is_device_ptr(p)
        p[2] = 97;
    }
    CHECK(a[7] == 98 && a[2] == 97 && b[1][2] == 3);
    printf("%d %d %d\n", a[7], a[2], b[1][2]);
    return test_end();
}
