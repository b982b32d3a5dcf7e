// `__real__` and `__imag__` behind a `+` with and without a blank, and a size behind one.
#include "../test.h"
#include <complex.h>

int main(void)
{
    double complex z = 3 + 4 * I;
    double r[6] = {0};
    #pragma omp target map(to: z) map(tofrom: r)
    {
        r[0] = creal(z)+__imag__ z;
        r[1] = 1 + __real__ z+__imag__(z);
        r[2] =+__imag__ z;
        r[3] = 1-__real z;
        r[4] = 1+sizeof(int[3]){1, 2, 3};
        r[5] = +__imag__+z;
    }
    CHECK(r[0] == 7);
    CHECK(r[1] == 8);
    CHECK(r[2] == 4);
    CHECK(r[3] == -2);
    CHECK(r[4] == 1 + sizeof(int[3]));
    CHECK(r[5] == 4);
    return test_end();
}
