/* Floating-point sums: close to a compensated one, and the same bits from launch to launch. */
#include "../test.h"
#include <math.h>

enum { n = 300007 };

static double d[n];
static float f[n];

int main(void)
{
    double exact = 0, lost = 0, size = 0;
    for (int i = 0; i < n; i++) {
        d[i] = (double)((i * 7919ll) % 1000003) / 3.0 - 150000.0;
        f[i] = (float)((i * 31ll) % 1009) / 7.0f;
        const double y = d[i] - lost, t = exact + y;
        lost = (t - exact) - y;
        exact = t;
        size += fabs(d[i]);
    }
    double exact_f = 0;
    for (int i = 0; i < n; i++)
        exact_f += f[i];

    double first = 0;
    float first_f = 0;
    #pragma omp target data map(to: d, f)
    for (int round = 0; round < 4; round++) {
        double sum = 0, lowest = INFINITY, highest = -INFINITY;
        float sum_f = 0;
        #pragma omp target teams distribute parallel for reduction(+: sum, sum_f) reduction(min: lowest) reduction(max: highest)
        for (int i = 0; i < n; i++) {
            sum += d[i];
            sum_f += f[i];
            lowest = fmin(lowest, d[i]);
            highest = fmax(highest, d[i]);
        }
        CHECK(fabs(sum - exact) <= 1e-13 * size);
        CHECK(fabs(sum_f - exact_f) <= 1e-2 * exact_f);
        CHECK(lowest < -149999 && highest > 183333);
        if (round == 0) {
            first = sum;
            first_f = sum_f;
        }
        CHECK(memcmp(&first, &sum, sizeof sum) == 0 || !on_device());
        CHECK(memcmp(&first_f, &sum_f, sizeof sum_f) == 0 || !on_device());
    }
    return test_end();
}
