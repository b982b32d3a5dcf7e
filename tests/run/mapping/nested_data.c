/* Nested data regions count references: inner ones copy nothing that is present. */
#include "../test.h"

int main(void)
{
    int a[100];
    for (int i = 0; i < 100; i++)
        a[i] = 1;

    #pragma omp target data map(tofrom: a)
    {
        #pragma omp target data map(tofrom: a)
        {
            #pragma omp target map(tofrom: a)
            for (int i = 0; i < 100; i++)
                a[i] += 1;
            if (on_device())
                CHECK(a[0] == 1);
        }
        if (on_device())
            CHECK(a[50] == 1);
        #pragma omp target data map(to: a[10:20])
        {
            #pragma omp target
            for (int i = 0; i < 100; i++)
                a[i] += 1;
        }
        if (on_device())
            CHECK(a[99] == 1);
    }
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == 3);
    return test_end();
}
