/* -ffast-math: complex products and quotients by the school formulas, on host and device alike. */
#include "../test.h"
#include <complex.h>
#include <math.h>

enum { N = 64 };

int main(void)
{
    double complex a[N], b[N], product[N], quotient[N];
    float complex sum = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i + 1 - (i % 5) * I;
        b[i] = 2 - i % 3 + (1 + i % 7) * I;
    }
#pragma omp target teams distribute parallel for map(to : a, b) map(from : product, quotient) reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        product[i] = a[i] * b[i];
        quotient[i] = a[i] / b[i];
        sum += (float complex)(1 / b[i]);
    }
    for (int i = 0; i < N; i++) {
        CHECK(cabs(product[i] - a[i] * b[i]) < 1e-12);
        CHECK(cabs(quotient[i] * b[i] - a[i]) < 1e-10);
    }
    CHECK(crealf(sum) > 0 && cimagf(sum) < 0);
    return test_end();
}
