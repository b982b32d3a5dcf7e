// Regions of which one copies what the one before it had on the device.
#include <stdlib.h>

void other(double *x);

// The second region needs no copy of x and y; the host has accessed z.
void steps(int n, double *restrict x, double *restrict y, double *restrict z)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n]) map(tofrom: z[0:n])
    for (int i = 0; i < n; i++) {
        y[i] = 2 * x[i];
        z[i] += 1;
    }
    z[0] = 0;
    #pragma omp target teams distribute parallel for map(to: x[0:n], y[0:n]) map(tofrom: z[0:n])
    for (int i = 0; i < n; i++)
        z[i] += x[i] * y[i];
}

// The host's x is another one than the device's was, since the first region has not copied it back.
void anew(int n, double *x, double *y)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n])
    for (int i = 0; i < n; i++) {
        x[i] += 1;
        y[i] = x[i];
    }
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

// Another part, another length, and what a function may have done.
void unlike(int n, double *x, double *y, double *z)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n], y[0:n], z[0:n])
    for (int i = 0; i < n; i++)
        x[i] = y[i] + z[i];
    n--;
    #pragma omp target teams distribute parallel for map(tofrom: y[0:n], x[0:4])
    for (int i = 0; i < n; i++)
        y[i] += x[i % 4];
    other(z);
    #pragma omp target teams distribute parallel for map(tofrom: z[0:n])
    for (int i = 0; i < n; i++)
        z[i] += 1;
}

// The loop around both is what is told of.
void repeated(int n, double *restrict x)
{
    for (int k = 0; k < 10; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
        for (int i = 0; i < n; i++)
            x[i] += k;
        #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
        for (int i = 0; i < n; i++)
            x[i] *= 2;
    }
}

// Something has mapped it for both.
void mapped(int n, double *x)
{
    #pragma omp target data map(tofrom: x[0:n])
    {
        #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
        for (int i = 0; i < n; i++)
            x[i] += 1;
        #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
        for (int i = 0; i < n; i++)
            x[i] *= 2;
    }
}

static double twice(double v)
{
    return 2 * v;
}

// A whole array, of which the first region hands values to a function.
void whole(void)
{
    static double x[4096], y[4096];
    #pragma omp target teams distribute parallel for map(to: x) map(from: y)
    for (int i = 0; i < 4096; i++)
        y[i] = twice(x[i]);
    #pragma omp target teams distribute parallel for map(tofrom: x) map(to: y)
    for (int i = 0; i < 4096; i++)
        x[i] += y[i];
}
