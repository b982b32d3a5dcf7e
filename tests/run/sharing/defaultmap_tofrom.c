/* defaultmap(tofrom: scalar): scalars come back. */
#include "../test.h"

int main(void)
{
    int x = 1;
    double d = 2;
    #pragma omp target defaultmap(tofrom: scalar)
    {
        x += 10;
        d *= 4;
    }
    printf("%d %g\n", x, d);
    CHECK(x == 11 && d == 8);

    int y = 5;
    #pragma omp target teams distribute parallel for defaultmap(tofrom)
    for (int i = 0; i < 100; i++)
        if (i == 42)
            y = i;
    CHECK(y == 42);
    return test_end();
}
