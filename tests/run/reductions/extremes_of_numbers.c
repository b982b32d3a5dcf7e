/* The least and the greatest of floating-point numbers by warps, parts of warps and several of them: of numbers of either
 * sign, of zeros, of the least and the greatest ones there are, of infinities, and of neighbours that differ in their last
 * bits alone. */
#include "../test.h"
#include <float.h>
#include <math.h>

enum { most = 300 };
static double number[most];

#define EXTREMES(type, name)                                                                          \
    static void name(int n, int threads, type (*of)(double))                                          \
    {                                                                                                 \
        type x[most], least = 7, greatest = -7, own_least = 9, own_greatest = -9;                     \
        type low = 7, high = -7, own_low = 9, own_high = -9;                                          \
        for (int i = 0; i < n; i++) {                                                                 \
            x[i] = of(number[i]);                                                                     \
            low = x[i] < low ? x[i] : low;                                                            \
            high = x[i] > high ? x[i] : high;                                                         \
            own_low = x[i] < own_low ? x[i] : own_low;                                                \
            own_high = x[i] > own_high ? x[i] : own_high;                                             \
        }                                                                                             \
        _Pragma("omp target map(to: x) map(tofrom: least, greatest)")                                 \
        _Pragma("omp parallel for num_threads(threads) reduction(min: least) reduction(max: greatest)") \
        for (int i = 0; i < n; i++) {                                                                 \
            least = x[i] < least ? x[i] : least;                                                      \
            greatest = x[i] > greatest ? x[i] : greatest;                                             \
        }                                                                                             \
        CHECK(least == low);                                                                          \
        CHECK(greatest == high);                                                                      \
        _Pragma("omp target teams distribute parallel for map(to: x) reduction(min: own_least) reduction(max: own_greatest)") \
        for (int i = 0; i < n; i++) {                                                                 \
            own_least = x[i] < own_least ? x[i] : own_least;                                          \
            own_greatest = x[i] > own_greatest ? x[i] : own_greatest;                                 \
        }                                                                                             \
        CHECK(own_least == own_low);                                                                  \
        CHECK(own_greatest == own_high);                                                              \
    }

static float as_float(double x) { return (float)x; }
static double as_double(double x) { return x; }
EXTREMES(float, floats)
EXTREMES(double, doubles)

static void all(const char *what)
{
    static const int threads[] = {1, 2, 31, 32, 33, 64, 96, 128};
    static const int counts[] = {0, 1, 2, 31, 32, 33, 64, 128, most};
    for (unsigned t = 0; t < sizeof threads / sizeof *threads; t++)
        for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++) {
            floats(counts[c], threads[t], as_float);
            doubles(counts[c], threads[t], as_double);
        }
    printf("%s\n", what);
}

/* A NaN takes part in no comparison: it is what comes out, or what some of the others make. */
static void with_nan(void)
{
    double x[64], greatest = -7;
    for (int i = 0; i < 64; i++)
        x[i] = i == 40 ? NAN : i;
    #pragma omp target map(to: x) map(tofrom: greatest)
    #pragma omp parallel for num_threads(64) reduction(max: greatest)
    for (int i = 0; i < 64; i++)
        greatest = x[i] > greatest || x[i] != x[i] ? x[i] : greatest;
    CHECK(greatest != greatest || (greatest >= 0 && greatest <= 63));
}

int main(void)
{
    for (int i = 0; i < most; i++)
        number[i] = (i * 37 % 101 - 50) * 1.25;
    all("either sign");
    for (int i = 0; i < most; i++)
        number[i] = -1.5 - i * 37 % 101;
    all("negative");
    for (int i = 0; i < most; i++)
        number[i] = 1e30 + i * 37 % 101;
    all("positive");
    for (int i = 0; i < most; i++)
        number[i] = i % 3 ? 0.0 : -0.0;
    all("zeros");
    for (int i = 0; i < most; i++)
        number[i] = (i % 2 ? -1 : 1) * (i % 7 ? DBL_MIN / (1 + i) : i % 5 ? FLT_MIN / 4 : FLT_MAX / (1 + i));
    all("small and large");
    for (int i = 0; i < most; i++)
        number[i] = i % 13 == 5 ? -INFINITY : i % 17 == 6 ? INFINITY : i;
    all("infinities");
    for (int i = 0; i < most; i++)
        number[i] = (i % 2 ? -1 : 1) * (1 + (i * 37 % 101) * DBL_EPSILON);
    all("last bits");
    with_nan();
    return test_end();
}
