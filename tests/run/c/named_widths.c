/* Floating constants whose suffixes name a width (C23, H.5.2). */
#include "../test.h"

int main(void)
{
    double d[5] = {0};
    float f[3] = {0};

    #pragma omp target map(tofrom: d, f)
    {
        d[0] = 1.5f64 + 0.1F32x;
        d[1] = 0x1.8p3f64 + 1e2f32x;
        d[2] = 2.5f128;
        d[3] = 1.25f64x;
        d[3] += (double)3.5Q;
        d[4] = 0.0f64 + 1.f64 + .5f64;
        f[0] = 0.1f32;
        f[1] = 0.1f32 * 3;
        f[2] = sizeof(1.5f32) + 10 * sizeof(1.5f32x);
    }
    CHECK(d[0] == 1.5 + 0.1);
    CHECK(d[1] == 112);
    CHECK(d[2] == 2.5 && d[3] == 4.75 && d[4] == 1.5);
    CHECK(f[0] == 0.1f && f[1] == 0.1f * 3 && f[2] == 84);
    return test_end();
}
