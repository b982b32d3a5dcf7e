/* abs takes an int, whatever it is given; labs, llabs, fabs, fabsf. */
#include "../test.h"
#include <math.h>

int main(void)
{
    double x = -3.75, out[8];
    float f = -2.5f;
    long l = -5000000000L;

    #pragma omp target map(from: out)
    {
        out[0] = abs((int)x);
        out[1] = fabs(x);
        out[2] = (double)fabsf(f);
        out[3] = (double)labs(l);
        out[4] = (double)llabs(l);
        out[5] = fabs(f);
        out[6] = abs(-7) / 2;
        out[7] = fmax(fmin(x, f), -3.0);
    }
    static const double want[8] = {3, 3.75, 2.5, 5e9, 5e9, 2.5, 3, -3};
    for (int i = 0; i < 8; i++) {
        printf("%g ", out[i]);
        CHECK(out[i] == want[i]);
    }
    puts("");
    return test_end();
}
