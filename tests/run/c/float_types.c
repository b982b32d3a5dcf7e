/* Float arithmetic stays float, constants with and without suffix, comparisons with NaN. */
#include "../test.h"
#include <float.h>
#include <math.h>

#define CASES 12

static void evaluate(float f, double d, double out[CASES])
{
    out[0] = f / 3;
    out[1] = f / 3.0;
    out[2] = f * 0.1f;
    out[3] = (float)(f * 0.1);
    out[4] = (float)d;
    out[5] = f == 0.1f;
    out[6] = f == 0.1;
    out[7] = FLT_MAX * 2 > FLT_MAX;
    double nan = d - d;
    nan /= nan;
    out[8] = (nan == nan) + 2 * (nan != nan) + 4 * (nan < 1) + 8 * !(nan >= 1);
    out[9] = 1e-310 * 0.5 > 0;
    out[10] = FLT_MIN / 4 > 0;
    out[11] = 0x1.8p3 + 1.e2 + .5;
}

int main(void)
{
    double got[CASES], want[CASES];
    float f = 0.1f;
    double d = 0.1;
    evaluate(f, d, want);
    #pragma omp target map(from: got)
    evaluate(f, d, got);
    for (int k = 0; k < CASES; k++) {
        CHECK(got[k] == want[k]);
        printf("%.17g ", got[k]);
    }
    puts("");
    return test_end();
}
