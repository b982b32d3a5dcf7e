// silent
#include <math.h>

#define HALF 0.5
typedef double real;

static double exact(float x)
{
    return x * 0.1;
}

// Data in double, results in double, casts, comparisons, suffixes, macros and integers.
void others(int n, const float *x, const double *d, float *r, int *k)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n], d[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = 0.5 * x[i] * d[i];
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++) {
        real sum = 0.5 * x[i];
        r[i] = 0.1 * x[i] + sum;
    }
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = (double)x[i] * 0.1;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = (float)(x[i] * 0.1);
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = 0.5f * x[i] + sqrtf(x[i]) + (x[i] > 0.1 ? 1.0f : 2.0f);
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = HALF * x[i];
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = i * 0.1;
    #pragma omp target teams distribute parallel for map(from: r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = 0.5;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = x[i] * 1e-300 + x[i] * 1e300;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = exact(x[i]);
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: k[0:n])
    for (int i = 0; i < n; i++)
        k[i] = x[i] * 0.5;
}

// The host's code is the host compiler's.
float on_host(float x)
{
    return x * 0.5;
}
