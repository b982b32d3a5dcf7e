#include "../test.h"

int main(void)
{
    int a[100], x = 4;
    for (int i = 0; i < 100; i++)
        a[i] = i;

    #pragma omp target data map(tofrom: a, x)
    {
        #pragma omp target data use_device_addr(a, x)
        {
            #pragma omp target has_device_addr(a, x)
            {
                for (int i = 0; i < 100; i++)
                    a[i] += x;
                x = 9;
            }
        }
    }
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == i + 4);
    CHECK(x == 9);
    printf("%d %d\n", a[99], x);
    return test_end();
}
