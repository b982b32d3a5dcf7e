/* Library functions whose results are exact. */
#include "../test.h"
#include <math.h>

#define CASES 16

static void evaluate(double x, double out[CASES])
{
    int e;
    double whole;
    out[0] = floor(x);
    out[1] = ceil(x);
    out[2] = trunc(x);
    out[3] = round(x);
    out[4] = fmod(x * 10, 3);
    out[5] = copysign(2, x);
    out[6] = ldexp(x, 5);
    out[7] = fma(x, x, 1);
    out[8] = frexp(x, &e);
    out[9] = e;
    out[10] = modf(x, &whole);
    out[11] = whole;
    out[12] = sqrt(x * x);
    out[13] = (double)lround(x);
    out[14] = isnan(x) + 2 * (isinf(x) != 0) + 4 * (signbit(x) != 0);
    out[15] = fdim(x, 1) + rint(x);
}

int main(void)
{
    enum { n = 33 };
    static double got[n][CASES], want[CASES];

    #pragma omp target teams distribute parallel for map(from: got)
    for (int i = 0; i < n; i++)
        evaluate((i - 16) / 4.0, got[i]);

    double sum = 0;
    for (int i = 0; i < n; i++) {
        evaluate((i - 16) / 4.0, want);
        for (int k = 0; k < CASES; k++) {
            CHECK(got[i][k] == want[k]);
            sum += got[i][k];
        }
    }
    printf("%g\n", sum);
    return test_end();
}
