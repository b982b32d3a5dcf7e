/* Many small launches that read a structure and two short arrays of the host: the steps of a one-dimensional stencil. */
#include "bench.h"
#include <omp.h>
struct domain {
    int begin, end;
    float scale;
};
static void steps(int n, int count, struct domain d, float *a, float *b)
{
    const float weights[5] = { 0.1f, 0.2f, 0.4f, 0.2f, 0.1f };
    float source[2] = { 0, 1 };
    for (int s = 0; s < count; s++) {
        source[0] = s & 7;
        d.scale = s & 1 ? 0.5f : 2;
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n])
        for (int i = d.begin; i < d.end; i++) {
            float sum = source[0] * source[1];
            for (int k = 0; k < 5; k++)
                sum += weights[k] * a[i + k - 2];
            b[i] = sum * d.scale;
        }
        float *t = a;
        a = b;
        b = t;
    }
}
int main(void)
{
    int n = 1 << 16, count = 2000;
    struct domain d = { 2, n - 2, 1 };
    float *a = malloc(4 * n), *b = malloc(4 * n);
    for (int i = 0; i < n; i++)
        a[i] = b[i] = (i * 7) % 123;
    double t = 0;
#pragma omp target data map(tofrom: a[0:n], b[0:n])
    {
        steps(n, 20, d, a, b);
        t = now();
        steps(n, count, d, a, b);
        t = now() - t;
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    result("parameters", t / count, sum);
}
