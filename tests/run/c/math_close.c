/* Functions whose last bits differ between libraries: within 4 ULP of double, 8 of float. */
#include "../test.h"
#include <float.h>
#include <math.h>

#define CASES 12

static void evaluate(double x, double out[CASES])
{
    float f = (float)x;
    out[0] = sin(x);
    out[1] = cos(x);
    out[2] = exp(x);
    out[3] = log(x);
    out[4] = pow(x, 1.5);
    out[5] = atan2(x, 2);
    out[6] = tanh(x);
    out[7] = cbrt(x);
    out[8] = hypot(x, 3);
    out[9] = (double)expf(f);
    out[10] = (double)logf(f);
    out[11] = (double)powf(f, 2.5f);
}

int main(void)
{
    enum { n = 64 };
    static double got[n][CASES], want[CASES];

    #pragma omp target teams distribute parallel for map(from: got)
    for (int i = 0; i < n; i++)
        evaluate(0.1 + i / 10.0, got[i]);

    for (int i = 0; i < n; i++) {
        evaluate(0.1 + i / 10.0, want);
        for (int k = 0; k < CASES; k++) {
            double bound = k < 9 ? 4 * DBL_EPSILON : 8 * (double)FLT_EPSILON;
            CHECK(fabs(got[i][k] - want[k]) <= bound * fmax(fabs(want[k]), k < 2 ? 1 : 0.01));
        }
    }
    return test_end();
}
