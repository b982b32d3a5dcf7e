/* saxpy and triad over 2^28 elements as OpenMP. The runtime's trace times the kernels, a line of it for each
 * place in this file: the warm-up stands apart from what is measured. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 28, LAUNCHES = 20 };

static void saxpy_warm_up(int n, float a, const float *x, float *y)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static void saxpy(int n, float a, const float *x, float *y)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static void triad_warm_up(int n, double s, double *a, const double *b, const double *c)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}

static void triad(int n, double s, double *a, const double *b, const double *c)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}

int main(void)
{
    float *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    if (!x || !y)
        return 2;
    #pragma omp target data map(alloc: x[0:N], y[0:N])
    {
        for (int k = 0; k < 3; k++)
            saxpy_warm_up(N, 0.5f, x, y);
        for (int k = 0; k < LAUNCHES; k++)
            saxpy(N, 0.5f, x, y);
    }
    free(x);
    free(y);

    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c);
    if (!a || !b || !c)
        return 2;
    #pragma omp target data map(alloc: a[0:N], b[0:N], c[0:N])
    {
        for (int k = 0; k < 3; k++)
            triad_warm_up(N, 0.5, a, b, c);
        for (int k = 0; k < LAUNCHES; k++)
            triad(N, 0.5, a, b, c);
    }
    return 0;
}
