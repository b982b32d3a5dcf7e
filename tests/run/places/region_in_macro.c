/* Whole regions that exist only through macros, several on one line. */
#include "../test.h"

#define PARALLEL(i, n, body) \
    do { \
        _Pragma("omp target teams distribute parallel for") \
        for (int i = 0; i < (n); i++) { body; } \
    } while (0)

#define DEFINE_SCALE(type) \
    static void scale_##type(type *p, int n, type by) \
    { \
        _Pragma("omp target teams distribute parallel for map(tofrom: p[0:n])") \
        for (int i = 0; i < n; i++) \
            p[i] *= by; \
    }

DEFINE_SCALE(int)
DEFINE_SCALE(float)
DEFINE_SCALE(double)

int main(void)
{
    int a[60], b[60];
    float f[60];
    double d[60];
    PARALLEL(i, 60, a[i] = i); PARALLEL(k, 60, b[k] = a[k] + 1);
    for (int i = 0; i < 60; i++)
        f[i] = (float)i, d[i] = i;
    scale_int(a, 60, 3);
    scale_float(f, 60, 0.5f);
    scale_double(d, 60, 0.25);
    for (int i = 0; i < 60; i++)
        CHECK(a[i] == 3 * i && b[i] == i + 1 && f[i] == 0.5f * (float)i && d[i] == 0.25 * i);
    printf("%d %g %g\n", a[59], (double)f[59], d[59]);
    return test_end();
}
