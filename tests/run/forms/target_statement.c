/* The statement of a target region need not be a block. */
#include "../test.h"

int main(void)
{
    int x = 1, y[4] = {0};

    #pragma omp target map(tofrom: x)
    x += 41;

    #pragma omp target
    for (int i = 0; i < 4; i++)
        y[i] = i + 1;

    #pragma omp target map(tofrom: x)
    if (x == 42)
        x = 43;

    #pragma omp target map(tofrom: x)
    ;

    #pragma omp target map(tofrom: x)
    {
    }

    printf("%d %d %d\n", x, y[0], y[3]);
    CHECK(x == 43);
    CHECK(y[0] == 1 && y[3] == 4);
    return test_end();
}
