/* pow(float, int) is pow(double, double). */
#include "../test.h"
#include <math.h>

int main(void)
{
    float f = 3.0f;
    int two = 2;
    double out[4];
    int size = 0;
    #pragma omp target map(from: out, size)
    {
        out[0] = pow(f, two);
        out[1] = pow(two, 10);
        out[2] = 1e300 * pow(f * 0 + 10, -300);
        size = (int)sizeof(pow(f, two));
        out[3] = pow(f, 0) / two;
    }
    CHECK(fabs(out[0] - 9) < 1e-14 && fabs(out[1] - 1024) < 1e-11 && fabs(out[2] - 1) < 1e-12 && out[3] == 0.5);
    CHECK(size == 8);
    printf("%.6f %.6f\n", out[0], out[1]);
    return test_end();
}
