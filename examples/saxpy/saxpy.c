/* y = a x + y. Usage: saxpy [n]
 *
 * Every value is a small integer, so that floats hold all results exactly, contracted or not. */
#include <stdio.h>
#include <stdlib.h>

static void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static int wrong_elements(int n, float a, const float *x, const float *y)
{
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += y[i] != a * x[i] + (float)(i % 7);
    return wrong;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    float a = 3.0f;
    float *x = malloc((size_t)n * sizeof *x);
    float *y = malloc((size_t)n * sizeof *y);
    if (n <= 0 || !x || !y) {
        fprintf(stderr, "usage: saxpy [n > 0]\n");
        return 2;
    }
    for (int i = 0; i < n; i++) {
        x[i] = (float)(i % 1000);
        y[i] = (float)(i % 7);
    }

    saxpy(n, a, x, y);

    int wrong = wrong_elements(n, a, x, y);
    printf("saxpy: n = %d, y[%d] = %g, %d wrong: %s\n", n, n - 1, y[n - 1], wrong, wrong ? "FAILED" : "ok");
    free(x);
    free(y);
    return wrong != 0;
}
