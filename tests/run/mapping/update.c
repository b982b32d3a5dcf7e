/* target update in both directions inside a data region. */
#include "../test.h"

int main(void)
{
    enum { n = 100 };
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;

    #pragma omp target data map(to: a)
    {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += 1000;

        #pragma omp target update from(a[10:20])
        for (int i = 10; i < 30; i++)
            CHECK(a[i] == i + 1000);
        if (on_device())
            CHECK(a[9] == 9 && a[30] == 30);

        for (int i = 50; i < 60; i++)
            a[i] = -i;
        #pragma omp target update to(a[50:10])
        #pragma omp target teams distribute parallel for
        for (int i = 50; i < 60; i++)
            a[i] -= 1;
        #pragma omp target update from(a)
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == (i >= 50 && i < 60 ? -i - 1 : i + 1000));
    printf("%d %d\n", a[55], a[99]);
    return test_end();
}
