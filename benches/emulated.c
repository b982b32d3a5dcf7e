/* saxpy over 10^8 elements: a region on data that is present, against the plain loop. Medians of 7. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000000, ROUNDS = 7 };

static void plain(int n, float a, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static void region(int n, float a, const float *restrict x, float *restrict y)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

typedef void saxpy(int n, float a, const float *restrict x, float *restrict y);

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_seconds(saxpy *run, float *x, float *y)
{
    double seconds[ROUNDS];
    for (int k = 0; k < ROUNDS; k++) {
        double start = omp_get_wtime();
        run(N, 0.5f, x, y);
        seconds[k] = omp_get_wtime() - start;
    }
    qsort(seconds, ROUNDS, sizeof *seconds, ascending);
    return seconds[ROUNDS / 2];
}

int main(void)
{
    float *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    if (!x || !y)
        return 2;
    for (int i = 0; i < N; i++)
        x[i] = (float)(i % 64), y[i] = 0;

    plain(N, 0.5f, x, y);
    double host = median_seconds(plain, x, y), device = 0;
    #pragma omp target data map(tofrom: x[0:N], y[0:N])
    {
        region(N, 0.5f, x, y);
        device = median_seconds(region, x, y);
    }
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += y[i] != 0.5f * (2 * ROUNDS + 2) * (float)(i % 64);
    printf("plain loop %.4f s, emulated device %.4f s: %.2f times%s\n", host, device, device / host,
           wrong ? ", and WRONG" : "");
    return wrong != 0;
}
