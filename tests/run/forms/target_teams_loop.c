#include "../test.h"

int main(void)
{
    enum { n = 4096 };
    short a[n];

    #pragma omp target teams loop map(from: a)
    for (int i = 0; i < n; i++)
        a[i] = (short)(i * 17);

    for (int i = 0; i < n; i++)
        CHECK(a[i] == (short)(i * 17));
    printf("%d\n", a[n - 1]);
    return test_end();
}
