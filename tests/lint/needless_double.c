// Arithmetic in double that constants without `f` and functions for double ask for.
#include <math.h>

void constants(int n, const float *x, const float *y, float *r)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n], y[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++) {
        r[i] = 0.5 * x[i] + .25 * y[i];
        r[i] += 1e-3;
        r[i] *= x[i] > 0 ? 2. : -1.5;
    }
}

static float length(float x, float y)
{
    return sqrt(x * x + y * y);
}

void functions(int n, const float *x, float *r)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++) {
        float sine = sin(x[i]);
        r[i] = pow(fabs(sine), 1.5) + 1;
        r[i] = length(r[i], sine);
    }
}

void again(int n, const float *x, float *r)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = length(x[i], 1);
}
